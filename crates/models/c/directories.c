// Directories. As in glibc, an open one is a block of its own, which is lost unless it is closed.

void *malloc(unsigned long size);
void free(void *p);
unsigned long strlen(const char *s);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);

struct entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[256];
};

struct directory {
    struct entry entry;
};

struct directory *opendir(const char *path) {
    unsigned long length = strlen(path);
    (void)length;
    return __VERIFIER_nondet_bool() ? 0 : malloc(sizeof(struct directory));
}

struct entry *readdir(struct directory *directory) {
    unsigned char type = directory->entry.type;
    (void)type;
    if (__VERIFIER_nondet_bool())
        return 0;
    __VERIFIER_nondet_memory(&directory->entry, sizeof directory->entry);
    directory->entry.name[255] = 0;
    return &directory->entry;
}

void rewinddir(struct directory *directory) {
    unsigned char type = directory->entry.type;
    (void)type;
}

int closedir(struct directory *directory) {
    unsigned char type = directory->entry.type;
    (void)type;
    free(directory);
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

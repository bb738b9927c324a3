// Directories. As in glibc, an open one is a block of its own, which is lost unless it is closed.

void *malloc(unsigned long size);
void free(void *p);
unsigned long strlen(const char *s);
_Bool __VERIFIER_nondet_bool(void);
int __fafnir_fails(void);
void __fafnir_succeeds(void);
long __result_of_telldir(void);
int __result_of_dirfd(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_nondet_memory(void *p, unsigned long n);

struct entry {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[256];
};

// The next entry lies where the last one did, or elsewhere.
struct directory {
    struct entry entries[2];
};

struct directory *opendir(const char *path) {
    unsigned long length = strlen(path);
    (void)length;
    if (__VERIFIER_nondet_bool()) {
        __fafnir_fails();
        return 0;
    }
    __fafnir_succeeds();
    return malloc(sizeof(struct directory));
}

// It must be open.
static void look_at(struct directory *directory) {
    unsigned char type = directory->entries[0].type;
    (void)type;
}

struct entry *readdir(struct directory *directory) {
    look_at(directory);
    if (__VERIFIER_nondet_bool()) {
        // There are no more, or there is an error.
        if (__VERIFIER_nondet_bool())
            __fafnir_fails();
        return 0;
    }
    struct entry *entry = __VERIFIER_nondet_bool() ? &directory->entries[0] : &directory->entries[1];
    __VERIFIER_nondet_memory(entry, sizeof *entry);
    __VERIFIER_assume(entry->name[0] != 0 & entry->name[0] != '/');
    __VERIFIER_assume(entry->length >= 24 & entry->length <= sizeof *entry);
    __VERIFIER_assume(entry->type <= 14);
    entry->name[255] = 0;
    return entry;
}

void rewinddir(struct directory *directory) {
    look_at(directory);
}

void seekdir(struct directory *directory, long place) {
    (void)place;
    look_at(directory);
}

long telldir(struct directory *directory) {
    look_at(directory);
    return __result_of_telldir();
}

int dirfd(struct directory *directory) {
    look_at(directory);
    int file = __result_of_dirfd();
    __VERIFIER_assume(file >= 0);
    return file;
}

int closedir(struct directory *directory) {
    look_at(directory);
    free(directory);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

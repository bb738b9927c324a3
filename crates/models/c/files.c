// Files by their names: a call succeeds or fails.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);

static int succeeds_or_fails(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

// There is nothing without a name.
static int about(const char *path) {
    return strlen(path) == 0 ? __fafnir_fails_with(2) : succeeds_or_fails();
}

int unlink(const char *path) {
    return about(path);
}

int remove(const char *path) {
    return about(path);
}

int rmdir(const char *path) {
    return about(path);
}

int chdir(const char *path) {
    return about(path);
}

int access(const char *path, int mode) {
    (void)mode;
    return about(path);
}

int mkdir(const char *path, unsigned mode) {
    (void)mode;
    return about(path);
}

int mkfifo(const char *path, unsigned mode) {
    (void)mode;
    return about(path);
}

int chmod(const char *path, unsigned mode) {
    (void)mode;
    return about(path);
}

int chown(const char *path, unsigned user, unsigned group) {
    (void)user;
    (void)group;
    return about(path);
}

int lchown(const char *path, unsigned user, unsigned group) {
    return chown(path, user, group);
}

int truncate(const char *path, long size) {
    (void)size;
    return about(path);
}

int rename(const char *from, const char *to) {
    unsigned long length = strlen(from);
    int result = about(to);
    return length == 0 ? __fafnir_fails_with(2) : result;
}

int link(const char *from, const char *to) {
    return rename(from, to);
}

int symlink(const char *from, const char *to) {
    return rename(from, to);
}

unsigned umask(unsigned mask) {
    static unsigned known, current;
    if (!known) {
        current = (unsigned)__VERIFIER_nondet_int() & 0777;
        known = 1;
    }
    unsigned old = current;
    current = mask & 0777;
    return old;
}

// Files by their descriptors and names: a call succeeds or fails, and what is read is anything.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int *__errno_location(void);

static int fails(void) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number > 0 && number < 134);
    *__errno_location() = number;
    return -1;
}

static int succeeds_or_fails(void) {
    return __VERIFIER_nondet_bool() ? fails() : 0;
}

static int descriptor(void) {
    if (__VERIFIER_nondet_bool())
        return fails();
    int file = __VERIFIER_nondet_int();
    __VERIFIER_assume(file >= 0);
    return file;
}

static void look_at(const char *path) {
    unsigned long length = strlen(path);
    (void)length;
}

int open(const char *path, int flags, ...) {
    (void)flags;
    look_at(path);
    return descriptor();
}

int open64(const char *path, int flags, ...) {
    (void)flags;
    look_at(path);
    return descriptor();
}

int creat(const char *path, unsigned mode) {
    (void)mode;
    look_at(path);
    return descriptor();
}

int dup(int file) {
    (void)file;
    return descriptor();
}

int dup2(int from, int to) {
    (void)from;
    return __VERIFIER_nondet_bool() ? fails() : to;
}

int close(int file) {
    (void)file;
    return succeeds_or_fails();
}

int fsync(int file) {
    (void)file;
    return succeeds_or_fails();
}

int flock(int file, int operation) {
    (void)file;
    (void)operation;
    return succeeds_or_fails();
}

long read(int file, void *dst, unsigned long size) {
    (void)file;
    if (__VERIFIER_nondet_bool())
        return fails();
    long count = __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0 && (unsigned long)count <= size);
    if (count > 0)
        __VERIFIER_nondet_memory(dst, (unsigned long)count);
    return count;
}

// All bytes lie in one object if the first and the last do.
long write(int file, const void *src, unsigned long size) {
    (void)file;
    const char *bytes = src;
    if (size > 0) {
        char first = bytes[0], last = bytes[size - 1];
        (void)first;
        (void)last;
    }
    if (__VERIFIER_nondet_bool())
        return fails();
    long count = __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0 && (unsigned long)count <= size);
    return count;
}

long __result_of_lseek(void);

long lseek(int file, long offset, int whence) {
    (void)file;
    (void)offset;
    (void)whence;
    long position = __result_of_lseek();
    __VERIFIER_assume(position >= -1);
    return position < 0 ? fails() : position;
}

int unlink(const char *path) {
    look_at(path);
    return succeeds_or_fails();
}

int remove(const char *path) {
    look_at(path);
    return succeeds_or_fails();
}

int rmdir(const char *path) {
    look_at(path);
    return succeeds_or_fails();
}

int chdir(const char *path) {
    look_at(path);
    return succeeds_or_fails();
}

int access(const char *path, int mode) {
    (void)mode;
    look_at(path);
    return succeeds_or_fails();
}

int mkdir(const char *path, unsigned mode) {
    (void)mode;
    look_at(path);
    return succeeds_or_fails();
}

int mkfifo(const char *path, unsigned mode) {
    (void)mode;
    look_at(path);
    return succeeds_or_fails();
}

int chmod(const char *path, unsigned mode) {
    (void)mode;
    look_at(path);
    return succeeds_or_fails();
}

int chown(const char *path, unsigned user, unsigned group) {
    (void)user;
    (void)group;
    look_at(path);
    return succeeds_or_fails();
}

int lchown(const char *path, unsigned user, unsigned group) {
    return chown(path, user, group);
}

int truncate(const char *path, long size) {
    (void)size;
    look_at(path);
    return succeeds_or_fails();
}

int rename(const char *from, const char *to) {
    look_at(from);
    look_at(to);
    return succeeds_or_fails();
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

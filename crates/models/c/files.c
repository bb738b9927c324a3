// Files by their descriptors and names: a call succeeds or fails, and what is read is anything. A new descriptor is the least
// that is not open.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
char __result_of_read(void);

// All descriptors below this one are open.
static int least;
// The two least ones that the program has closed, if there are, and one that it has opened by its number.
static int closed = -1, closed_too = -1, opened = -1;

static int succeeds_or_fails(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

static int new_descriptor(void) {
    int file = __VERIFIER_nondet_int();
    __VERIFIER_assume(file >= least);
    __VERIFIER_assume(file < 1 << 30);
    __VERIFIER_assume(file != opened);
    __VERIFIER_assume(closed < 0 | file <= closed);
    if (file == closed) {
        closed = closed_too;
        closed_too = -1;
    }
    least = file + 1;
    return file;
}

static int descriptor(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return new_descriptor();
}

int pipe(int *ends) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    ends[0] = new_descriptor();
    ends[1] = new_descriptor();
    return 0;
}

static _Bool is_closed(int file) {
    return file < 0 || file == closed || file == closed_too;
}

// What was said of the first descriptors: 0 nothing, 1 a terminal, 2 none.
static char terminals[8];
static int asked = -1, known;

static void forget(int file) {
    if (file == asked)
        asked = -1;
    if (file >= 0 && file < 8)
        terminals[file] = 0;
}

int __result_of_isatty(void);

int isatty(int file) {
    if (is_closed(file))
        return __fafnir_fails_with(9) + 1;
    int answer;
    if (file >= 8) {
        // One of the others is remembered.
        if (file != asked) {
            known = asked < 0 ? __VERIFIER_nondet_bool() : __result_of_isatty() != 0;
            asked = file;
        }
        answer = known;
    } else {
        if (!terminals[file])
            terminals[file] = __VERIFIER_nondet_bool() ? 1 : 2;
        answer = terminals[file] == 1;
    }
    if (answer)
        __fafnir_succeeds();
    else
        __fafnir_fails();
    return answer;
}

static void look_at(const char *path) {
    unsigned long length = strlen(path);
    (void)length;
}

// The program has written something that it may read again.
static _Bool has_written;

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
    return is_closed(file) ? __fafnir_fails_with(9) : descriptor();
}

int dup2(int from, int to) {
    if (is_closed(from) || to < 0)
        return __fafnir_fails_with(9);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (to == closed) {
        closed = closed_too;
        closed_too = -1;
    } else if (to == closed_too) {
        closed_too = -1;
    }
    if (to >= least)
        opened = to;
    forget(to);
    return to;
}

// After a failure it is not said whether it is open.
int close(int file) {
    if (is_closed(file))
        return __fafnir_fails_with(9);
    forget(file);
    if (file < least)
        least = file;
    if (file == opened)
        opened = -1;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (closed < 0 || file < closed) {
        closed_too = closed;
        closed = file;
    } else if (closed_too < 0 || file < closed_too) {
        closed_too = file;
    }
    return 0;
}

void __other_behaviour_of_fcntl(void);

int fcntl(int file, int command, ...) {
    if (is_closed(file))
        return __fafnir_fails_with(9);
    // Others make a new descriptor, or lock a part of a file.
    if (command < 1 || command > 4)
        __other_behaviour_of_fcntl();
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (command == 1)
        return __VERIFIER_nondet_bool();
    if (command == 3) {
        // How it was opened, and what may be changed of that.
        int flags = __VERIFIER_nondet_int() & 037776003;
        __VERIFIER_assume((flags & 3) != 3);
        return flags;
    }
    return 0;
}

int fsync(int file) {
    return is_closed(file) ? __fafnir_fails_with(9) : succeeds_or_fails();
}

int flock(int file, int operation) {
    (void)operation;
    return is_closed(file) ? __fafnir_fails_with(9) : succeeds_or_fails();
}

long read(int file, void *dst, unsigned long size) {
    if (is_closed(file))
        return __fafnir_fails_with(9);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    long count = __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0 && (unsigned long)count <= size);
    if (count > 0) {
        __VERIFIER_nondet_memory(dst, (unsigned long)count);
        if (has_written)
            *(char *)dst = __result_of_read();
    }
    return count;
}

// All bytes lie in one object if the first and the last do.
long write(int file, const void *src, unsigned long size) {
    if (is_closed(file))
        return __fafnir_fails_with(9);
    const char *bytes = src;
    if (size > 0) {
        char first = bytes[0], last = bytes[size - 1];
        (void)first;
        (void)last;
    }
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    // What goes to the first three is not read again.
    if (file > 2)
        has_written = 1;
    long count = __VERIFIER_nondet_long();
    __VERIFIER_assume(count >= 0 && (unsigned long)count <= size);
    return count;
}

long __result_of_lseek(void);

long lseek(int file, long offset, int whence) {
    (void)offset;
    (void)whence;
    if (is_closed(file))
        return __fafnir_fails_with(9);
    long position = __result_of_lseek();
    __VERIFIER_assume(position >= -1);
    if (position < 0)
        return __fafnir_fails();
    __fafnir_succeeds();
    return position;
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

// What is known of a file, and what changes it. A call succeeds or fails; what is stored is anything that the system may say of a file.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
unsigned long long __result_of_fstat(void);

static int succeeds_or_fails(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

static void look_at(const char *path) {
    unsigned long length = strlen(path);
    (void)length;
}

struct moment {
    long seconds, nanoseconds;
};

// As x86-64 has it.
struct large {
    unsigned long device, number, links;
    unsigned mode, user, group;
    int padding;
    unsigned long special;
    long size, block, blocks;
    struct moment accessed, modified, changed;
    long reserved[3];
};

// As 32-bit x86 has it, with sizes of 32 bits and of 64.
struct small {
    unsigned long long device;
    unsigned short padding;
    unsigned number, mode, links, user, group;
    unsigned long long special;
    unsigned short more_padding;
    long size, block, blocks;
    struct moment accessed, modified, changed;
    unsigned long reserved[2];
};

struct small64 {
    unsigned long long device;
    unsigned padding, short_number, mode, links, user, group;
    unsigned long long special;
    unsigned more_padding;
    long long size;
    long block;
    long long blocks;
    struct moment accessed, modified, changed;
    unsigned long long number;
};

// A kind of file and who may do what with it.
static unsigned some_mode(void) {
    unsigned mode = __VERIFIER_nondet_uint();
    unsigned kind = mode >> 12;
    __VERIFIER_assume(kind == 1 | kind == 2 | kind == 4 | kind == 6 | kind == 8 | kind == 10 | kind == 12);
    return mode;
}

static struct moment some_moment(void) {
    struct moment moment = { __VERIFIER_nondet_long(), __VERIFIER_nondet_long() };
    __VERIFIER_assume(moment.nanoseconds >= 0);
    __VERIFIER_assume(moment.nanoseconds < 1000000000);
    return moment;
}

static long some_size(void) {
    long size = __VERIFIER_nondet_long();
    __VERIFIER_assume(size >= 0);
    return size;
}

static long some_block(void) {
    long size = __VERIFIER_nondet_long();
    __VERIFIER_assume(size >= 512);
    __VERIFIER_assume(size <= 1 << 30);
    return size;
}

static void fill_large(struct large *status) {
    status->device = __VERIFIER_nondet_ulong();
    status->number = __VERIFIER_nondet_ulong();
    status->links = __VERIFIER_nondet_ulong();
    status->mode = some_mode();
    status->user = __VERIFIER_nondet_uint();
    status->group = __VERIFIER_nondet_uint();
    status->padding = 0;
    status->special = __VERIFIER_nondet_ulong();
    status->size = some_size();
    status->block = some_block();
    status->blocks = some_size();
    status->accessed = some_moment();
    status->modified = some_moment();
    status->changed = some_moment();
    status->reserved[0] = status->reserved[1] = status->reserved[2] = 0;
}

static void fill_small(struct small *status) {
    status->device = __VERIFIER_nondet_ulonglong();
    status->padding = 0;
    status->number = __VERIFIER_nondet_uint();
    status->mode = some_mode();
    status->links = __VERIFIER_nondet_uint();
    status->user = __VERIFIER_nondet_uint();
    status->group = __VERIFIER_nondet_uint();
    status->special = __VERIFIER_nondet_ulonglong();
    status->more_padding = 0;
    status->size = some_size();
    status->block = some_block();
    status->blocks = some_size();
    status->accessed = some_moment();
    status->modified = some_moment();
    status->changed = some_moment();
    status->reserved[0] = status->reserved[1] = 0;
}

static void fill_small64(struct small64 *status) {
    status->device = __VERIFIER_nondet_ulonglong();
    status->padding = 0;
    status->short_number = __VERIFIER_nondet_uint();
    status->mode = some_mode();
    status->links = __VERIFIER_nondet_uint();
    status->user = __VERIFIER_nondet_uint();
    status->group = __VERIFIER_nondet_uint();
    status->special = __VERIFIER_nondet_ulonglong();
    status->more_padding = 0;
    status->size = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(status->size >= 0);
    status->block = some_block();
    status->blocks = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(status->blocks >= 0);
    status->accessed = some_moment();
    status->modified = some_moment();
    status->changed = some_moment();
    status->number = __VERIFIER_nondet_ulonglong();
}

static int fill(void *status, _Bool is_nothing) {
    if (is_nothing)
        return __fafnir_fails_with(2);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (sizeof(long) == 8)
        fill_large(status);
    else
        fill_small(status);
    return 0;
}

static int fill64(void *status, _Bool is_nothing) {
    if (is_nothing)
        return __fafnir_fails_with(2);
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (sizeof(long) == 8)
        fill_large(status);
    else
        fill_small64(status);
    return 0;
}

int stat(const char *path, void *status) {
    return fill(status, strlen(path) == 0);
}

int lstat(const char *path, void *status) {
    return fill(status, strlen(path) == 0);
}

// An open file stays the same one.
static _Bool was_asked;

static void identify_large(struct large *status) {
    status->device = __result_of_fstat();
    status->number = __result_of_fstat();
    status->mode = (unsigned)__result_of_fstat();
    __VERIFIER_assume(status->mode >> 12 <= 12);
}

static void identify_small(struct small *status) {
    status->device = __result_of_fstat();
    status->number = (unsigned)__result_of_fstat();
    status->mode = (unsigned)__result_of_fstat();
    __VERIFIER_assume(status->mode >> 12 <= 12);
}

static void identify_small64(struct small64 *status) {
    status->device = __result_of_fstat();
    status->short_number = (unsigned)__result_of_fstat();
    status->number = __result_of_fstat();
    status->mode = (unsigned)__result_of_fstat();
    __VERIFIER_assume(status->mode >> 12 <= 12);
}

int fstat(int file, void *status) {
    (void)file;
    int result = fill(status, 0);
    if (result == 0 && was_asked) {
        if (sizeof(long) == 8)
            identify_large(status);
        else
            identify_small(status);
    }
    was_asked = 1;
    return result;
}

int fstatat(int directory, const char *path, void *status, int flags) {
    (void)directory;
    return fill(status, strlen(path) == 0 && !(flags & 0x1000));
}

int stat64(const char *path, void *status) {
    return fill64(status, strlen(path) == 0);
}

int lstat64(const char *path, void *status) {
    return fill64(status, strlen(path) == 0);
}

int fstat64(int file, void *status) {
    (void)file;
    int result = fill64(status, 0);
    if (result == 0 && was_asked) {
        if (sizeof(long) == 8)
            identify_large(status);
        else
            identify_small64(status);
    }
    was_asked = 1;
    return result;
}

// As older versions of glibc have them.
int __xstat(int version, const char *path, void *status) {
    (void)version;
    return stat(path, status);
}

int __lxstat(int version, const char *path, void *status) {
    (void)version;
    return stat(path, status);
}

int __fxstat(int version, int file, void *status) {
    (void)version;
    return fstat(file, status);
}

int fchmod(int file, unsigned mode) {
    (void)file;
    (void)mode;
    return succeeds_or_fails();
}

int fchown(int file, unsigned user, unsigned group) {
    (void)file;
    (void)user;
    (void)group;
    return succeeds_or_fails();
}

int ftruncate(int file, long size) {
    (void)file;
    (void)size;
    return succeeds_or_fails();
}

int mknod(const char *path, unsigned mode, unsigned long long device) {
    (void)mode;
    (void)device;
    look_at(path);
    return succeeds_or_fails();
}

int chroot(const char *path) {
    look_at(path);
    return succeeds_or_fails();
}

static void look_at_moments(const struct moment *times) {
    if (times) {
        struct moment first = times[0], second = times[1];
        (void)first;
        (void)second;
    }
}

int utimes(const char *path, const void *times) {
    look_at(path);
    look_at_moments(times);
    return succeeds_or_fails();
}

int utimensat(int directory, const char *path, const void *times, int flags) {
    (void)directory;
    (void)flags;
    look_at(path);
    look_at_moments(times);
    return succeeds_or_fails();
}

int futimens(int file, const void *times) {
    (void)file;
    look_at_moments(times);
    return succeeds_or_fails();
}

// One pair of seconds.
int utime(const char *path, const void *times) {
    look_at(path);
    if (times) {
        long accessed = ((const long *)times)[0], modified = ((const long *)times)[1];
        (void)accessed;
        (void)modified;
    }
    return succeeds_or_fails();
}

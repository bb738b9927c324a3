// Names of files and of the machine, as the system tells them.

_Bool __VERIFIER_nondet_bool(void);
unsigned long __VERIFIER_nondet_ulong(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
void *malloc(unsigned long n);
unsigned long strlen(const char *s);
char *strrchr(const char *s, int c);
void *memrchr(const void *s, int c, unsigned long n);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
char __result_of_uname(void);

// The longest name.
enum { LONGEST = 4096 };

static void look_at(const char *path) {
    unsigned long length = strlen(path);
    (void)length;
}

// Any text that ends within so many bytes.
static void fill(char *text, unsigned long size) {
    unsigned long length = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(length < size);
    if (length > 0)
        __VERIFIER_nondet_memory(text, length);
    text[length] = 0;
}

// The text is not ended.
long readlink(const char *path, char *dst, unsigned long size) {
    look_at(path);
    if (size == 0 || __VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    unsigned long length = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(length >= 1);
    __VERIFIER_assume(length <= size);
    __VERIFIER_assume(length < LONGEST);
    __VERIFIER_nondet_memory(dst, length);
    return (long)length;
}

char *realpath(const char *path, char *dst) {
    if (!path) {
        __fafnir_fails_with(22);
        return 0;
    }
    look_at(path);
    if (__VERIFIER_nondet_bool()) {
        __fafnir_fails();
        return 0;
    }
    if (!dst) {
        unsigned long size = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(size >= 2);
        __VERIFIER_assume(size <= LONGEST);
        dst = malloc(size);
        if (!dst)
            return 0;
        fill(dst + 1, size - 1);
    } else {
        fill(dst + 1, LONGEST - 1);
    }
    *dst = '/';
    return dst;
}

char *getcwd(char *dst, unsigned long size) {
    if (dst && size == 0) {
        __fafnir_fails_with(22);
        return 0;
    }
    if (size == 1 || __VERIFIER_nondet_bool()) {
        __fafnir_fails();
        return 0;
    }
    if (!dst) {
        if (size == 0) {
            size = __VERIFIER_nondet_ulong();
            __VERIFIER_assume(size >= 2);
            __VERIFIER_assume(size <= LONGEST);
        }
        dst = malloc(size);
        if (!dst)
            return 0;
    }
    // What cannot be reached does not begin with a slash.
    fill(dst + 1, size - 1);
    *dst = __VERIFIER_nondet_bool() ? '/' : '(';
    return dst;
}

int gethostname(char *dst, unsigned long size) {
    if (size == 0 || __VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    fill(dst, size < 65 ? size : 65);
    return 0;
}

struct names {
    char texts[6][65];
};

// The system has one name, and only that of the machine may change.
int uname(struct names *names) {
    static _Bool was_asked;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    for (int i = 0; i < 6; i++) {
        __VERIFIER_nondet_memory(names->texts[i], 64);
        names->texts[i][64] = 0;
        if (was_asked || i == 0)
            names->texts[i][0] = __result_of_uname();
    }
    was_asked = 1;
    return 0;
}

int getlogin_r(char *dst, unsigned long size) {
    if (size == 0 || __VERIFIER_nondet_bool()) {
        int reason = __VERIFIER_nondet_int();
        __VERIFIER_assume(reason > 0);
        __VERIFIER_assume(reason < 134);
        return reason;
    }
    fill(dst, size < 257 ? size : 257);
    return 0;
}

// As in glibc: the text is cut where its last part begins.
char *dirname(char *path) {
    static char dot[] = ".";
    char *last = path ? strrchr(path, '/') : 0;
    char *slash;
    if (last && last != path && !last[1]) {
        for (slash = last; slash != path; slash--)
            if (slash[-1] != '/')
                break;
        if (slash != path)
            last = memrchr(path, '/', (unsigned long)(slash - path));
    }
    if (!last)
        return dot;
    for (slash = last; slash != path; slash--)
        if (slash[-1] != '/')
            break;
    if (slash == path)
        last = last == path + 1 ? last + 1 : path + 1;
    else
        last = slash;
    *last = 0;
    return path;
}

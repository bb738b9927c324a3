// Waiting for files, and messages to the system.

_Bool __VERIFIER_nondet_bool(void);
short __VERIFIER_nondet_short(void);
unsigned long __VERIFIER_nondet_ulong(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int vsnprintf(char *dst, unsigned long n, const char *format, __builtin_va_list arguments);
int __fafnir_fails(void);
int __fafnir_fails_with(int reason);
void __fafnir_succeeds(void);
int __result_of_select(void);
int __result_of_poll(void);

struct time {
    long seconds, microseconds;
};

// Some of the files that were asked for stay in the set.
static void choose(unsigned long *set, int count) {
    int words = (count + (int)(8 * sizeof(long)) - 1) / (int)(8 * sizeof(long));
    for (int i = 0; i < words && i < 1024 / (int)(8 * sizeof(long)); i++)
        set[i] &= __VERIFIER_nondet_ulong();
}

int select(int count, void *reads, void *writes, void *others, struct time *timeout) {
    if (count < 0)
        return __fafnir_fails_with(22);
    if (timeout) {
        struct time given = *timeout;
        (void)given;
    }
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    if (reads)
        choose(reads, count);
    if (writes)
        choose(writes, count);
    if (others)
        choose(others, count);
    // Linux stores what is left of it.
    if (timeout) {
        timeout->seconds = __VERIFIER_nondet_long();
        timeout->microseconds = __VERIFIER_nondet_long();
        __VERIFIER_assume(timeout->seconds >= 0);
        __VERIFIER_assume(timeout->microseconds >= 0);
        __VERIFIER_assume(timeout->microseconds < 1000000);
    }
    int ready = __result_of_select();
    __VERIFIER_assume(ready >= 0);
    __VERIFIER_assume(ready <= 3072);
    return ready;
}

struct entry {
    int file;
    short asked, ready;
};

int poll(struct entry *entries, unsigned long count, int timeout) {
    (void)timeout;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    for (unsigned long i = 0; i < count; i++) {
        short asked = entries[i].asked;
        int file = entries[i].file;
        (void)asked;
        entries[i].ready = file < 0 ? 0 : __VERIFIER_nondet_short();
    }
    int ready = __result_of_poll();
    __VERIFIER_assume(ready >= 0);
    __VERIFIER_assume((unsigned long)ready <= count);
    return ready;
}

// The name is used until the log is closed.
static const char *identity;

void openlog(const char *name, int options, int facility) {
    (void)options;
    (void)facility;
    identity = name;
}

void vsyslog(int priority, const char *format, __builtin_va_list arguments) {
    (void)priority;
    if (identity) {
        unsigned long length = strlen(identity);
        (void)length;
    }
    vsnprintf(0, 0, format, arguments);
}

void syslog(int priority, const char *format, ...) {
    __builtin_va_list arguments;
    __builtin_va_start(arguments, format);
    vsyslog(priority, format, arguments);
    __builtin_va_end(arguments);
}

int setlogmask(int mask) {
    static int current = 0xff;
    int old = current;
    if (mask)
        current = mask;
    return old;
}

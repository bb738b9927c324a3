// What a program asks of the system around it.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
void __fafnir_succeeds(void);

// What `wait` gives: that of `exit` above the lowest byte, or the number of a signal, perhaps with a core dump.
int __fafnir_some_exit_status(void) {
    int status = __VERIFIER_nondet_int();
    __VERIFIER_assume(status >= 0);
    __VERIFIER_assume(status <= 0xffff);
    __VERIFIER_assume((status & 0xff) == 0 | (status < 0xff & (status & 0x7f) != 0 & (status & 0x7f) < 65));
    return status;
}

int system(const char *command) {
    if (!command)
        return __VERIFIER_nondet_bool();
    unsigned long length = strlen(command);
    (void)length;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return __fafnir_some_exit_status();
}

int getpid(void) {
    static int number;
    if (!number) {
        number = __VERIFIER_nondet_int();
        // Linux counts up to 2^22.
        __VERIFIER_assume(number > 0);
        __VERIFIER_assume(number <= 4194304);
    }
    return number;
}

unsigned sleep(unsigned seconds) {
    unsigned rest = __VERIFIER_nondet_uint();
    __VERIFIER_assume(rest <= seconds);
    return rest;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return __VERIFIER_nondet_bool() ? __fafnir_fails() : 0;
}

// Who comes with a handler of the signal comes by `signal`, which is not supported.
unsigned alarm(unsigned seconds) {
    (void)seconds;
    return __VERIFIER_nondet_uint();
}

int getpagesize(void) {
    return 4096;
}

static unsigned step(unsigned state) {
    return state * 1103515245 + 12345;
}

// As in glibc: the number follows from the seed.
int rand_r(unsigned *seed) {
    unsigned first = step(*seed), second = step(first), third = step(second);
    *seed = third;
    return (int)((first / 65536 % 2048 << 20) ^ (second / 65536 % 1024 << 10) ^ third / 65536 % 1024);
}

double drand48(void) {
    double number = __VERIFIER_nondet_double();
    __VERIFIER_assume(number >= 0 && number < 1);
    return number;
}

long lrand48(void) {
    return (long)(__VERIFIER_nondet_uint() & 0x7fffffff);
}

long mrand48(void) {
    return __VERIFIER_nondet_int();
}

unsigned arc4random(void) {
    return __VERIFIER_nondet_uint();
}

unsigned arc4random_uniform(unsigned bound) {
    unsigned number = __VERIFIER_nondet_uint();
    return bound ? number % bound : 0;
}

long getrandom(void *dst, unsigned long size, unsigned flags) {
    (void)flags;
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    // More than 256 bytes may come in part.
    unsigned long count = size;
    if (size > 256) {
        count = __VERIFIER_nondet_ulong();
        __VERIFIER_assume(count >= 256);
        __VERIFIER_assume(count <= size);
        __VERIFIER_assume(count < 1ul << 25);
    }
    if (count)
        __VERIFIER_nondet_memory(dst, count);
    return (long)count;
}

unsigned htonl(unsigned x) {
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned ntohl(unsigned x) {
    return htonl(x);
}

unsigned short htons(unsigned short x) {
    return (unsigned short)(x << 8 | x >> 8);
}

unsigned short ntohs(unsigned short x) {
    return htons(x);
}

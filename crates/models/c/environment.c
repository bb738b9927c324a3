// What a program asks of the system around it.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int __fafnir_fails(void);
void __fafnir_succeeds(void);

int system(const char *command) {
    if (!command)
        return __VERIFIER_nondet_bool();
    unsigned long length = strlen(command);
    (void)length;
    __fafnir_succeeds();
    int status = __VERIFIER_nondet_int();
    __VERIFIER_assume(status >= -1);
    return status;
}

int getpid(void) {
    static int number;
    if (!number) {
        number = __VERIFIER_nondet_int();
        __VERIFIER_assume(number > 0);
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

// Random numbers are inputs, as those of `rand` are.
int rand_r(unsigned *seed) {
    *seed = __VERIFIER_nondet_uint();
    return (int)(__VERIFIER_nondet_uint() & 0x7fffffff);
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
    if (size)
        __VERIFIER_nondet_memory(dst, size);
    return (long)size;
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

// What a program asks of the system around it. Errors set errno, as in the models of files.

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
char *strchr(const char *s, int c);
int *__errno_location(void);
char *__result_of_getenv(void);

static int fails(void) {
    int number = __VERIFIER_nondet_int();
    __VERIFIER_assume(number > 0 && number < 134);
    *__errno_location() = number;
    return -1;
}

// What the text is that a variable has, nobody knows here.
char *getenv(const char *name) {
    if (strchr(name, '=') || __VERIFIER_nondet_bool())
        return 0;
    char *text = __result_of_getenv();
    __VERIFIER_assume(text != 0);
    return text;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
    unsigned long length = strlen(value);
    (void)length;
    (void)overwrite;
    if (!name || !*name || strchr(name, '=') || __VERIFIER_nondet_bool())
        return fails();
    return 0;
}

int unsetenv(const char *name) {
    if (!name || !*name || strchr(name, '='))
        return fails();
    return 0;
}

int system(const char *command) {
    if (!command)
        return __VERIFIER_nondet_bool();
    unsigned long length = strlen(command);
    (void)length;
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

int isatty(int file) {
    (void)file;
    return __VERIFIER_nondet_bool() ? 1 : 0;
}

unsigned sleep(unsigned seconds) {
    unsigned rest = __VERIFIER_nondet_uint();
    __VERIFIER_assume(rest <= seconds);
    return rest;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return __VERIFIER_nondet_bool() ? fails() : 0;
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
        return fails();
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

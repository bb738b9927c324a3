// Sockets: a call succeeds or fails, and what is received is anything. Descriptors are those of files.

_Bool __VERIFIER_nondet_bool(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int dup(int file);
int open(const char *path, int flags, ...);
int __fafnir_fails(void);
void __fafnir_succeeds(void);
unsigned __result_of_inet_addr(void);

static int succeeds_or_fails(void) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    return 0;
}

// The system reads a range of the program's memory.
static void reads(const void *p, unsigned long n) {
    if (n) {
        char first = *(const char *)p, last = ((const char *)p)[n - 1];
        (void)first;
        (void)last;
    }
}

// An address is stored as far as there is room, and its whole length said.
static void gives_address(void *address, unsigned *length) {
    if (!address)
        return;
    unsigned room = *length;
    if (room)
        __VERIFIER_nondet_memory(address, room);
    unsigned whole = (unsigned)__VERIFIER_nondet_long();
    __VERIFIER_assume(whole <= 128);
    *length = whole;
}

static long some(unsigned long most) {
    if (__VERIFIER_nondet_bool())
        return __fafnir_fails();
    __fafnir_succeeds();
    long got = __VERIFIER_nondet_long();
    __VERIFIER_assume(got >= 0);
    __VERIFIER_assume((unsigned long)got <= most);
    return got;
}

int socket(int domain, int type, int protocol) {
    (void)domain;
    (void)type;
    (void)protocol;
    return open("", 0);
}

int bind(int file, const void *address, unsigned length) {
    (void)file;
    reads(address, length);
    return succeeds_or_fails();
}

int connect(int file, const void *address, unsigned length) {
    (void)file;
    reads(address, length);
    return succeeds_or_fails();
}

int listen(int file, int backlog) {
    (void)file;
    (void)backlog;
    return succeeds_or_fails();
}

int accept(int file, void *address, unsigned *length) {
    int accepted = dup(file);
    if (accepted >= 0)
        gives_address(address, length);
    return accepted;
}

int shutdown(int file, int how) {
    (void)file;
    (void)how;
    return succeeds_or_fails();
}

int getsockname(int file, void *address, unsigned *length) {
    (void)file;
    int result = succeeds_or_fails();
    if (!result)
        gives_address(address, length);
    return result;
}

int getpeername(int file, void *address, unsigned *length) {
    return getsockname(file, address, length);
}

int setsockopt(int file, int level, int name, const void *value, unsigned length) {
    (void)file;
    (void)level;
    (void)name;
    reads(value, length);
    return succeeds_or_fails();
}

long send(int file, const void *p, unsigned long n, int flags) {
    (void)file;
    (void)flags;
    reads(p, n);
    return some(n);
}

long sendto(int file, const void *p, unsigned long n, int flags, const void *address, unsigned length) {
    reads(address, address ? length : 0);
    return send(file, p, n, flags);
}

long recv(int file, void *p, unsigned long n, int flags) {
    (void)file;
    (void)flags;
    long got = some(n);
    if (got > 0)
        __VERIFIER_nondet_memory(p, (unsigned long)got);
    return got;
}

long recvfrom(int file, void *p, unsigned long n, int flags, void *address, unsigned *length) {
    long got = recv(file, p, n, flags);
    if (got >= 0)
        gives_address(address, length);
    return got;
}

// The address that the text names, or none.
unsigned inet_addr(const char *text) {
    unsigned long length = strlen(text);
    (void)length;
    return __result_of_inet_addr();
}

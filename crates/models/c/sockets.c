// Sockets: a call succeeds or fails, and what is received is anything. Descriptors are those of files.

_Bool __VERIFIER_nondet_bool(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_assume(int condition);
unsigned long strlen(const char *s);
int dup(int file);
int __fafnir_new_socket(void);
int __fafnir_fails(void);
void __fafnir_succeeds(void);
int __fafnir_summarise(void);
void __other_behaviour_of_inet_aton(void);

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
    return __fafnir_new_socket();
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

// One number of an address, as `strtoul` reads one with base 0; nothing if it is too large.
static _Bool read_part(const char **text, unsigned long *value) {
    const char *s = *text;
    unsigned long base = 10, number = 0;
    if (*s < '0' || *s > '9')
        return 0;
    if (*s == '0') {
        base = 8;
        char digit = s[1] == 'x' || s[1] == 'X' ? s[2] : 0;
        if ((digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f') || (digit >= 'A' && digit <= 'F')) {
            base = 16;
            s += 2;
        }
    }
    for (;; s++) {
        unsigned long digit = base;
        if (*s >= '0' && *s <= '9')
            digit = (unsigned long)(*s - '0');
        else if (*s >= 'a' && *s <= 'f')
            digit = (unsigned long)(*s - 'a') + 10;
        else if (*s >= 'A' && *s <= 'F')
            digit = (unsigned long)(*s - 'A') + 10;
        if (digit >= base)
            break;
        number = number * base + digit;
        if (number > 0xffffffff)
            return 0;
    }
    *text = s;
    *value = number;
    return 1;
}

// The address that the text names, up to four numbers with dots between them, in the order of the network. As in glibc, space may follow.
static _Bool read_address(const char *text, unsigned *address) {
    if (__fafnir_summarise()) {
        unsigned long length = strlen(text);
        (void)length;
        *address = (unsigned)__VERIFIER_nondet_long();
        return __VERIFIER_nondet_bool();
    }
    unsigned bytes = 0;
    unsigned long value;
    int parts = 0;
    for (;;) {
        if (!read_part(&text, &value))
            return 0;
        if (*text != '.')
            break;
        if (parts == 3 || value > 0xff)
            return 0;
        bytes |= (unsigned)value << 8 * parts;
        parts++;
        text++;
    }
    char after = *text;
    if (after != 0 && after != ' ' && (after < '\t' || after > '\r'))
        return 0;
    if (value > 0xffffffff >> 8 * parts)
        return 0;
    unsigned rest = (unsigned)value;
    *address = bytes | rest << 24 | (rest & 0xff00) << 8 | (rest >> 8 & 0xff00) | rest >> 24;
    return 1;
}

unsigned inet_addr(const char *text) {
    unsigned address;
    return read_address(text, &address) ? address : 0xffffffff;
}

int inet_aton(const char *text, void *to) {
    unsigned address;
    if (!to)
        __other_behaviour_of_inet_aton();
    if (!read_address(text, &address))
        return 0;
    *(unsigned *)to = address;
    return 1;
}

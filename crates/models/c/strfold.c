// Models of the comparisons that take ASCII letters of both cases for the same.

unsigned long strlen(const char *s);
int memcmp(const void *a, const void *b, unsigned long n);
int __fafnir_summarise(void);
int __VERIFIER_nondet_int(void);

static unsigned char folded(char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

// Of a difference only the sign is known, as with the other comparisons.
int strncasecmp(const char *a, const char *b, unsigned long n) {
    if (n == 0)
        return 0;
    if (__fafnir_summarise()) {
        strlen(a);
        strlen(b);
        return __VERIFIER_nondet_int();
    }
    unsigned char x = folded(*a), y = folded(*b);
    for (unsigned long i = 1; i < n && x == y && x != 0; i++) {
        x = folded(a[i]);
        y = folded(b[i]);
    }
    return memcmp(&x, &y, 1);
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, ~0ul);
}

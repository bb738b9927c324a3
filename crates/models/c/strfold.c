// Models of the comparisons that take ASCII letters of both cases for the same.

unsigned long strlen(const char *s);
int __fafnir_summarise(void);
int __VERIFIER_nondet_int(void);

static int folded(char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

int strncasecmp(const char *a, const char *b, unsigned long n) {
    if (__fafnir_summarise() && n > 0) {
        strlen(a);
        strlen(b);
        return __VERIFIER_nondet_int();
    }
    for (unsigned long i = 0; i < n; i++) {
        int difference = folded(a[i]) - folded(b[i]);
        if (difference || !a[i])
            return difference;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, ~0ul);
}

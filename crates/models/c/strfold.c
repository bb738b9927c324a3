// Models of the comparisons that take ASCII letters of both cases for the same.

unsigned long strlen(const char *s);
int memcmp(const void *a, const void *b, unsigned long n);
int __fafnir_summarise(void);
int __VERIFIER_nondet_int(void);
int __fafnir_locale_is_foreign(void);
int __result_of_strncasecmp(void);

static unsigned char folded(char c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

// Whether the locale may decide if these are the same letter: beyond ASCII, and for the two letters i of Turkish.
static _Bool depend_on_locale(char a, char b) {
    _Bool is_special = a < 0 || b < 0 || folded(a) == 'i' || folded(b) == 'i';
    return a != b && is_special && __fafnir_locale_is_foreign();
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
    if (depend_on_locale(*a, *b))
        return __result_of_strncasecmp();
    unsigned char x = folded(*a), y = folded(*b);
    for (unsigned long i = 1; i < n && x == y && x != 0; i++) {
        if (depend_on_locale(a[i], b[i]))
            return __result_of_strncasecmp();
        x = folded(a[i]);
        y = folded(b[i]);
    }
    return memcmp(&x, &y, 1);
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, ~0ul);
}

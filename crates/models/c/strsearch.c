// Models of the functions that search a string. Summarised, the result is any place in the string or none.

unsigned long strlen(const char *s);
int strncmp(const char *a, const char *b, unsigned long n);
int __fafnir_summarise(void);
unsigned long __VERIFIER_nondet_ulong(void);

static int contains(const char *set, char c) {
    for (; *set; set++)
        if (*set == c)
            return 1;
    return 0;
}

char *strchr(const char *s, int c) {
    if (__fafnir_summarise()) {
        unsigned long length = strlen(s);
        unsigned long at = __VERIFIER_nondet_ulong();
        return at <= length ? (char *)s + at : 0;
    }
    for (; *s != (char)c; s++)
        if (!*s)
            return 0;
    return (char *)s;
}

char *index(const char *s, int c) {
    return strchr(s, c);
}

char *strrchr(const char *s, int c) {
    if (__fafnir_summarise())
        return strchr(s, c);
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (!*s)
            return (char *)last;
    }
}

char *rindex(const char *s, int c) {
    return strrchr(s, c);
}

unsigned long strspn(const char *s, const char *set) {
    strlen(set);
    unsigned long n = 0;
    if (__fafnir_summarise()) {
        unsigned long length = strlen(s);
        n = __VERIFIER_nondet_ulong();
        return n <= length ? n : length;
    }
    while (s[n] && contains(set, s[n]))
        n++;
    return n;
}

unsigned long strcspn(const char *s, const char *set) {
    if (__fafnir_summarise())
        return strspn(s, set);
    strlen(set);
    unsigned long n = 0;
    while (s[n] && !contains(set, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    if (__fafnir_summarise()) {
        strlen(set);
        return strchr(s, 0);
    }
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *wanted) {
    unsigned long n = strlen(wanted);
    if (__fafnir_summarise())
        return strchr(s, 0);
    strlen(s);
    for (;; s++) {
        if (strncmp(s, wanted, n) == 0)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

// Models of the functions that search a string. Summarised, the result is any place in the string that may be meant, or none.

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

// A place behind which there are so many characters of a string, or none.
static char *some_place(const char *s, unsigned long length, unsigned long more) {
    unsigned long at = __VERIFIER_nondet_ulong();
    if (more > length || at > length - more)
        return 0;
    return (char *)s + at;
}

char *strchr(const char *s, int c) {
    if (__fafnir_summarise()) {
        unsigned long length = strlen(s);
        if (!(char)c)
            return (char *)s + length;
        return some_place(s, length, 1);
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
        return some_place(s, strlen(s), 1);
    }
    s += strcspn(s, set);
    return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *wanted) {
    unsigned long n = strlen(wanted);
    if (__fafnir_summarise())
        return some_place(s, strlen(s), n);
    strlen(s);
    for (;; s++) {
        if (strncmp(s, wanted, n) == 0)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

// Strings of wide characters, which are of type int.

typedef int wide;

void *memcpy(void *dst, const void *src, unsigned long n);
void *memset(void *dst, int c, unsigned long n);
int memcmp(const void *a, const void *b, unsigned long n);
void *malloc(unsigned long n);

// Of a difference only the sign is known, as with the other comparisons.
static int order(wide a, wide b) {
    unsigned char more = a > b, less = a < b;
    return memcmp(&more, &less, 1);
}

unsigned long wcslen(const wide *s) {
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}

unsigned long wcsnlen(const wide *s, unsigned long most) {
    unsigned long n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

wide *wcscpy(wide *dst, const wide *src) {
    return memcpy(dst, src, (wcslen(src) + 1) * sizeof(wide));
}

wide *wcsncpy(wide *dst, const wide *src, unsigned long n) {
    unsigned long i = wcsnlen(src, n);
    memcpy(dst, src, i * sizeof(wide));
    memset(dst + i, 0, (n - i) * sizeof(wide));
    return dst;
}

wide *wcscat(wide *dst, const wide *src) {
    wcscpy(dst + wcslen(dst), src);
    return dst;
}

wide *wcsncat(wide *dst, const wide *src, unsigned long n) {
    wide *end = dst + wcslen(dst);
    unsigned long i = wcsnlen(src, n);
    memcpy(end, src, i * sizeof(wide));
    end[i] = 0;
    return dst;
}

int wcscmp(const wide *a, const wide *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return order(*a, *b);
}

int wcsncmp(const wide *a, const wide *b, unsigned long n) {
    for (; n > 0; n--, a++, b++) {
        if (*a != *b)
            return order(*a, *b);
        if (!*a)
            break;
    }
    return 0;
}

wide *wcschr(const wide *s, wide c) {
    for (;; s++) {
        if (*s == c)
            return (wide *)s;
        if (!*s)
            return 0;
    }
}

wide *wmemcpy(wide *dst, const wide *src, unsigned long n) {
    return memcpy(dst, src, n * sizeof(wide));
}

wide *wmemset(wide *dst, wide c, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        dst[i] = c;
    return dst;
}

int wmemcmp(const wide *a, const wide *b, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        if (a[i] != b[i])
            return order(a[i], b[i]);
    return 0;
}

wide *wmemchr(const wide *s, wide c, unsigned long n) {
    for (unsigned long i = 0; i < n; i++)
        if (s[i] == c)
            return (wide *)s + i;
    return 0;
}

wide *wcsdup(const wide *s) {
    unsigned long size = (wcslen(s) + 1) * sizeof(wide);
    wide *copy = malloc(size);
    return copy ? memcpy(copy, s, size) : 0;
}

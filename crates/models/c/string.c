// Models of <string.h> functions that are easier said in C than in the table of intrinsics.

void *malloc(unsigned long size);
void *memcpy(void *dst, const void *src, unsigned long n);
void *memset(void *dst, int c, unsigned long n);
void *memmove(void *dst, const void *src, unsigned long n);
unsigned long strlen(const char *s);
unsigned long strnlen(const char *s, unsigned long n);
unsigned long strspn(const char *s, const char *set);
unsigned long strcspn(const char *s, const char *set);
int memcmp(const void *a, const void *b, unsigned long n);
int strncasecmp(const char *a, const char *b, unsigned long n);
int atexit(void (*function)(void));

// As in glibc, the rest begins at the end of the string after the last word, and is looked at again by the next call.
char *strtok_r(char *s, const char *delimiters, char **rest) {
    if (!s)
        s = *rest;
    s += strspn(s, delimiters);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, delimiters);
    if (*end)
        *end++ = 0;
    *rest = end;
    return s;
}

char *__strtok_r(char *s, const char *delimiters, char **state) {
    return strtok_r(s, delimiters, state);
}

static char *rest_of_strtok;

static void forget(void) {
    rest_of_strtok = 0;
}

// That the library refers to a string does not keep it: at the end it is forgotten.
char *strtok(char *s, const char *delimiters) {
    static _Bool is_registered;
    if (!is_registered) {
        is_registered = 1;
        atexit(forget);
    }
    return strtok_r(s, delimiters, &rest_of_strtok);
}

char *strsep(char **s, const char *delimiters) {
    char *start = *s;
    if (!start)
        return 0;
    char *end = start + strcspn(start, delimiters);
    if (*end) {
        *end = 0;
        *s = end + 1;
    } else {
        *s = 0;
    }
    return start;
}

char *__strsep(char **s, const char *delimiters) {
    return strsep(s, delimiters);
}

void *memccpy(void *dst, const void *src, int c, unsigned long n) {
    const unsigned char *s = src;
    unsigned long i = 0;
    while (i < n && s[i] != (unsigned char)c)
        i++;
    unsigned long length = i < n ? i + 1 : n;
    memcpy(dst, src, length);
    return i < n ? (char *)dst + length : 0;
}

void *memrchr(const void *s, int c, unsigned long n) {
    const unsigned char *bytes = s;
    while (n > 0) {
        n--;
        if (bytes[n] == (unsigned char)c)
            return (void *)(bytes + n);
    }
    return 0;
}

void *__memrchr(const void *s, int c, unsigned long n) {
    return memrchr(s, c, n);
}

void *memmem(const void *haystack, unsigned long size, const void *needle, unsigned long length) {
    const char *h = haystack;
    if (length > size)
        return 0;
    for (unsigned long i = 0; i <= size - length; i++)
        if (memcmp(h + i, needle, length) == 0)
            return (void *)(h + i);
    return 0;
}

void *rawmemchr(const void *s, int c) {
    const unsigned char *bytes = s;
    while (*bytes != (unsigned char)c)
        bytes++;
    return (void *)bytes;
}

void *__rawmemchr(const void *s, int c) {
    return rawmemchr(s, c);
}

char *strcasestr(const char *haystack, const char *needle) {
    unsigned long length = strlen(needle);
    for (;; haystack++) {
        if (strncasecmp(haystack, needle, length) == 0)
            return (char *)haystack;
        if (!*haystack)
            return 0;
    }
}

char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

unsigned long strlcpy(char *dst, const char *src, unsigned long size) {
    unsigned long length = strlen(src);
    if (size > 0) {
        unsigned long n = length < size - 1 ? length : size - 1;
        memcpy(dst, src, n);
        dst[n] = 0;
    }
    return length;
}

unsigned long strlcat(char *dst, const char *src, unsigned long size) {
    unsigned long used = strnlen(dst, size);
    if (used == size)
        return size + strlen(src);
    return used + strlcpy(dst + used, src, size - used);
}

char *stpncpy(char *dst, const char *src, unsigned long n) {
    unsigned long i = 0;
    while (i < n && src[i])
        i++;
    memcpy(dst, src, i);
    memset(dst + i, 0, n - i);
    return dst + i;
}

void bcopy(const void *src, void *dst, unsigned long n) {
    memmove(dst, src, n);
}

void swab(const void *src, void *dst, long n) {
    const char *s = src;
    char *d = dst;
    for (long i = 0; i + 1 < n; i += 2) {
        char first = s[i];
        char second = s[i + 1];
        d[i] = second;
        d[i + 1] = first;
    }
}

// The GNU version: it does not modify its argument.
char *basename(const char *path) {
    const char *last = path;
    for (const char *p = path; *p; p++)
        if (*p == '/')
            last = p + 1;
    return (char *)last;
}

// The POSIX version.
char *__xpg_basename(char *path) {
    static char dot[] = ".";
    static char slash[] = "/";
    if (!path || !*path)
        return dot;
    unsigned long n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        path[--n] = 0;
    if (n == 1 && path[0] == '/')
        return slash;
    return basename(path);
}

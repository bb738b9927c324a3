// Models of <string.h> and <stdlib.h> functions that are others put together.

void *malloc(unsigned long size);
void *aligned_alloc(unsigned long alignment, unsigned long size);
void *memcpy(void *dst, const void *src, unsigned long n);
void *memset(void *dst, int c, unsigned long n);
unsigned long strlen(const char *s);
unsigned long strnlen(const char *s, unsigned long n);
int __fafnir_summarise(void);

// A loop and not strnlen: engines that follow it step by step know the length of a string that they know.
static unsigned long bounded_length(const char *s, unsigned long n) {
    if (__fafnir_summarise())
        return strnlen(s, n);
    unsigned long length = 0;
    while (length < n && s[length])
        length++;
    return length;
}

char *strncpy(char *dst, const char *src, unsigned long n) {
    unsigned long length = bounded_length(src, n);
    memcpy(dst, src, length);
    memset(dst + length, 0, n - length);
    return dst;
}

char *__strncpy_chk(char *dst, const char *src, unsigned long n, unsigned long room) {
    (void)room;
    return strncpy(dst, src, n);
}

char *__builtin___strncpy_chk(char *dst, const char *src, unsigned long n, unsigned long room) {
    (void)room;
    return strncpy(dst, src, n);
}

char *strncat(char *dst, const char *src, unsigned long n) {
    char *end = dst + strlen(dst);
    unsigned long length = bounded_length(src, n);
    memcpy(end, src, length);
    end[length] = 0;
    return dst;
}

char *__strncat_chk(char *dst, const char *src, unsigned long n, unsigned long room) {
    (void)room;
    return strncat(dst, src, n);
}

char *__builtin___strncat_chk(char *dst, const char *src, unsigned long n, unsigned long room) {
    (void)room;
    return strncat(dst, src, n);
}

char *strndup(const char *s, unsigned long n) {
    unsigned long length = bounded_length(s, n);
    char *copy = malloc(length + 1);
    if (!copy)
        return 0;
    memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *__strndup(const char *s, unsigned long n) {
    return strndup(s, n);
}

void *memchr(const void *s, int c, unsigned long n) {
    const unsigned char *bytes = s;
    for (unsigned long i = 0; i < n; i++)
        if (bytes[i] == (unsigned char)c)
            return (void *)(bytes + i);
    return 0;
}

// The results are EINVAL and ENOMEM.
int posix_memalign(void **out, unsigned long alignment, unsigned long size) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment % sizeof(void *) != 0)
        return 22;
    void *block = aligned_alloc(alignment, size);
    if (!block)
        return 12;
    *out = block;
    return 0;
}

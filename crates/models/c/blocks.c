// Models of functions on blocks of bytes that are others put together.

void *memcpy(void *dst, const void *src, unsigned long n);
void *memset(void *dst, int c, unsigned long n);
void *__fafnir_allocate_aligned(unsigned long alignment, unsigned long size);
void __fafnir_bad_argument(const char *text);

void *aligned_alloc(unsigned long alignment, unsigned long size) {
    if (alignment == 0 || (alignment & (alignment - 1)) != 0)
        __fafnir_bad_argument("the alignment is not a power of two");
    return __fafnir_allocate_aligned(alignment, size);
}

void *memalign(unsigned long alignment, unsigned long size) {
    return aligned_alloc(alignment, size);
}

void *mempcpy(void *dst, const void *src, unsigned long n) {
    return (char *)memcpy(dst, src, n) + n;
}

void *__mempcpy(void *dst, const void *src, unsigned long n) {
    return (char *)memcpy(dst, src, n) + n;
}

void *__mempcpy_chk(void *dst, const void *src, unsigned long n, unsigned long room) {
    (void)room;
    return (char *)memcpy(dst, src, n) + n;
}

void bzero(void *dst, unsigned long n) {
    memset(dst, 0, n);
}

void explicit_bzero(void *dst, unsigned long n) {
    memset(dst, 0, n);
}

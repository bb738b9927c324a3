// Models of functions on blocks of bytes that are others put together.

void *memcpy(void *dst, const void *src, unsigned long n);
void *memset(void *dst, int c, unsigned long n);
void *__fafnir_allocate_aligned(unsigned long alignment, unsigned long size);
_Bool __VERIFIER_nondet_bool(void);
int __fafnir_like_glibc(void);
int __fafnir_fails_with(int reason);

// An alignment that is no power of two is rounded up to one.
void *memalign(unsigned long alignment, unsigned long size) {
    if (alignment > 1ul << (8 * sizeof(long) - 2)) {
        __fafnir_fails_with(22);
        return 0;
    }
    unsigned long power = 1;
    while (power < alignment)
        power *= 2;
    return __fafnir_allocate_aligned(power, size);
}

// Newer versions of the library refuse what is no power of two.
void *aligned_alloc(unsigned long alignment, unsigned long size) {
    if (alignment != 0 && (alignment & (alignment - 1)) == 0)
        return __fafnir_allocate_aligned(alignment, size);
    if (!__fafnir_like_glibc() && __VERIFIER_nondet_bool()) {
        __fafnir_fails_with(22);
        return 0;
    }
    return memalign(alignment, size);
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

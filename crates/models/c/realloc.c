// Models of the functions that give a block another size.

void *malloc(unsigned long size);
void free(void *block);
void *__fafnir_resize(void *block, unsigned long size);
int __fafnir_like_glibc(void);
_Bool __VERIFIER_nondet_bool(void);

// With size 0 the library may free the block, or give a block of no bytes for it; glibc frees.
void *realloc(void *block, unsigned long size) {
    if (!block)
        return malloc(size);
    if (size == 0 && (__fafnir_like_glibc() || __VERIFIER_nondet_bool())) {
        free(block);
        return 0;
    }
    return __fafnir_resize(block, size);
}

// Where the product overflows, it fails as an allocation of more than there can be.
void *reallocarray(void *block, unsigned long n, unsigned long size) {
    if (size != 0 && n > ~0ul / size)
        return malloc(~0ul);
    return realloc(block, n * size);
}

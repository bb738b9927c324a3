// Overflow-checked arithmetic in all mixtures of types.
#include <limits.h>
#include <stdio.h>

#define TEST(op, type, a, b) do { type r_; int o_ = __builtin_##op##_overflow(a, b, &r_); printf("%d %lld\n", o_, (long long)r_); } while (0)

int main(void) {
    TEST(add, int, INT_MAX, 1);
    TEST(add, int, 5, -7);
    TEST(add, unsigned, 5u, -7);
    TEST(add, unsigned char, 200, 100);
    TEST(add, long long, LLONG_MAX, LLONG_MAX);
    TEST(add, unsigned long long, ULLONG_MAX, 1);
    TEST(add, unsigned long long, ULLONG_MAX, 0u);
    TEST(sub, int, INT_MIN, 1);
    TEST(sub, unsigned, 1u, 2u);
    TEST(sub, long long, -5, 7u);
    TEST(sub, signed char, -100, 28);
    TEST(mul, int, 65536, 65536);
    TEST(mul, int, -46340, 46340);
    TEST(mul, unsigned, 65536u, 65535u);
    TEST(mul, long long, LLONG_MIN, -1);
    TEST(mul, unsigned long long, 0x100000000ULL, 0x100000000ULL);
    TEST(mul, long long, 0xffffffffffffffffULL, 1ULL);
    TEST(mul, unsigned long long, 0xffffffffffffffffULL, 0xffffffffffffffffULL);
    TEST(mul, unsigned, -1, -1);
    int x;
    int overflowed = __builtin_sadd_overflow(1, 2, &x);
    printf("%d %d\n", overflowed, x);
    unsigned long u;
    printf("%d\n", __builtin_umull_overflow(~0UL, 2, &u) ? (int)(u & 15) : -1);
    if (__builtin_add_overflow(x, INT_MAX, &x)) printf("overflow %d\n", x);
    printf("%d\n", __builtin_add_overflow_p(1, INT_MAX, (int)0));
    return 0;
}

// Bit counting and byte swapping builtins.
#include <stdio.h>

static unsigned values[] = {1, 2, 0x80000000u, 0xffffffffu, 0x00f00f00u, 12345678u};
static long long wide[] = {1, -1, 0x8000000000000000LL, 0x00f00f0000000000LL, -123456789012345LL};

int main(void) {
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        unsigned v = values[i];
        printf("%d %d %d %d %d %d %x\n", __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v),
               __builtin_parity(v), __builtin_ffs((int)v), __builtin_clrsb((int)v), __builtin_bswap32(v));
    }
    for (unsigned i = 0; i < sizeof wide / sizeof *wide; i++) {
        unsigned long long v = wide[i];
        printf("%d %d %d %d %d %d %llx\n", __builtin_clzll(v), __builtin_ctzll(v), __builtin_popcountll(v),
               __builtin_parityll(v), __builtin_ffsll((long long)v), __builtin_clrsbll((long long)v),
               (unsigned long long)__builtin_bswap64(v));
    }
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_clrsb(0), __builtin_clrsb(-1));
    printf("%d %d %x\n", __builtin_ffsl(8L), __builtin_popcountl(7UL), __builtin_bswap16(0x1234));
    printf("%d\n", 31 - __builtin_clz(1000));
    return 0;
}

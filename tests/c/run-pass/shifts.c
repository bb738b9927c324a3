// Shifts: counts of every type, signed and unsigned operands, constants.
#include <stdio.h>

static unsigned rotate(unsigned x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static long long by_wide(long long v, unsigned long long n) { return v >> n; }
static int by_char(int v, char n) { return v << n; }

int main(void) {
    for (int i = 0; i < 32; i += 5) printf("%x ", rotate(0x12345678, i));
    printf("\n%lld %lld\n", by_wide(-1000, 3), by_wide(1LL << 62, 61));
    printf("%d %d\n", by_char(3, 4), -8 >> 1);
    unsigned long long one = 1;
    long n = 40;
    printf("%llx %llx\n", one << n, one << 63);
    int s = -1;
    printf("%d %u\n", s >> 31, (unsigned)s >> 31);
    short h = 0x4000;
    h <<= 1;
    printf("%d\n", h);
    unsigned char c = 0x81;
    c >>= 1;
    printf("%d %d\n", c, (c << 1) & 0xff);
    printf("%d\n", (char)(1 << 7));
    return 0;
}

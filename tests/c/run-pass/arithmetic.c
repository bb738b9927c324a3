// Integer arithmetic of every width and signedness.
#include <stdio.h>
#define SHOW(type, fmt, a, b) do { type x = (type)(a), y = (type)(b); \
    printf(#type ": " fmt " " fmt " " fmt " " fmt " " fmt "\n", (type)(x + y), (type)(x - y), (type)(x * y), (type)(x / y), (type)(x % y)); } while (0)
int main(void) {
    SHOW(signed char, "%d", 100, -7);
    SHOW(unsigned char, "%u", 200, 77);
    SHOW(short, "%d", -30000, 123);
    SHOW(unsigned short, "%u", 65000, 999);
    SHOW(int, "%d", -2000000, 77);
    SHOW(unsigned, "%u", 4000000000u, 12345u);
    SHOW(long long, "%lld", -9000000000LL, 1234567LL);
    SHOW(unsigned long long, "%llu", 18000000000000000000ULL, 987654321ULL);
    int a = -17;
    printf("%d %d %d %d\n", a >> 2, a / 4, a % 4, (unsigned)a >> 28);
    printf("%d %d %d %d %d %d\n", -1 < 1u, (short)-1 < (unsigned short)1, -1L < 1u, 'a' - 'A', ~0, !5);
    unsigned long long big = 1ull << 63;
    printf("%llu %lld %d\n", big, (long long)big, big > 0);
    return (a & 0xff) ^ 3;
}

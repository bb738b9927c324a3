// Implicit conversions: promotions, sign extension, enums, _Bool, pointers to integers and back.
#include <stdio.h>
#include <stdint.h>
enum color { RED, GREEN = 5, BLUE };
enum wide { TINY = -1, HUGE_VALUE = 0x7fffffff };
int main(void) {
    char c = (char)0x80;
    unsigned char u = (unsigned char)c;
    short s = (short)0x8000;
    printf("%d %d %d %u\n", c, u, s, (unsigned)c);
    printf("%d %d %d\n", c == u, (c & 0xff) == u, sizeof(c + u) == sizeof(int));
    _Bool b = 256, e = 0.5, z = (_Bool)0.0;
    printf("%d %d %d %d\n", b, e, z, (int)sizeof(_Bool));
    enum color k = BLUE;
    printf("%d %d %zu %d\n", k, GREEN | 8, sizeof k, (enum wide)TINY < 0);
    int64_t big = INT64_C(-5000000000);
    printf("%d %u %lld\n", (int)big, (unsigned)big, (long long)(int)big);
    uint8_t x = 200, y = 100;
    uint8_t sum = x + y;
    printf("%d %d %d\n", sum, x + y, (uint8_t)(x - 2 * y));
    int arr[4] = { 10, 20, 30, 40 };
    uintptr_t addr = (uintptr_t)&arr[1];
    addr += sizeof(int);
    printf("%d\n", *(int *)addr);
    unsigned shift = 31;
    printf("%u %d %llu\n", 1u << shift, -1 >> 3, 1ull << (shift + 1));
    char digits = '0';
    digits += 7;
    return digits;
}

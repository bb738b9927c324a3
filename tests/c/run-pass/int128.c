// 128-bit integers, where the data model has them.
#include <stdio.h>
int main(void) {
#ifdef __SIZEOF_INT128__
    unsigned __int128 x = 0xfedcba9876543210ull;
    x = x * x + 12345;
    __int128 y = -(__int128)(x >> 5);
    printf("%llx %llx %llx %llx\n", (unsigned long long)(x >> 64), (unsigned long long)x, (unsigned long long)(y >> 64), (unsigned long long)(y / 1000007));
    printf("%d %d %llu\n", x > (unsigned __int128)y, y < 0, (unsigned long long)(x % 1000000007u));
#else
    printf("none\n");
#endif
    return 0;
}

// Integer promotions, the usual arithmetic conversions, narrowing, sign extension, _Bool.
#include <limits.h>
#include <stdio.h>

static unsigned char uc = 250;
static signed char sc = -6;
static unsigned short us = 65535;
static short ss = -2;
static _Bool flag;

static long long widen(int x) { return x; }
static unsigned long long widen_unsigned(unsigned x) { return x; }
static char narrow(int x) { return x; }

int main(void) {
    printf("%d %d %d\n", uc + 10, (unsigned char)(uc + 10), sc * uc);
    printf("%d %d\n", sc < uc, (unsigned)sc < uc);
    printf("%d %d\n", us * 1 > ss, -1 < 1u);
    printf("%d %d\n", -1L < 1u, (long long)-1 < 1u);
    printf("%u %d\n", us << 4, ss >> 1);
    printf("%d %d %d\n", ~uc, -uc, !uc);
    printf("%lld %llu\n", widen(-5), widen_unsigned(-5));
    printf("%d %d %d\n", narrow(200), narrow(-200), narrow(65));
    flag = 256;
    printf("%d", flag);
    flag = (_Bool)0.1;
    printf(" %d", flag);
    flag += 5;
    printf(" %d", flag);
    flag = &flag == 0;
    printf(" %d\n", flag);
    flag--;
    printf("%d %d\n", flag, (int)sizeof(flag + flag));
    uc += 10;
    sc -= 125;
    us *= 2;
    ss = 40000;
    printf("%d %d %d %d\n", uc, sc, us, ss);
    int i = -7;
    printf("%d %d %u %u\n", i / 2, i % 2, (unsigned)i / 2, (unsigned)i % 10);
    printf("%d %d\n", (int)(i >> 1), (int)((unsigned)i >> 28));
    long long big = 0x123456789abcdefLL;
    printf("%d %d %d\n", (int)big, (short)big, (signed char)big);
    printf("%llx %llx\n", (unsigned long long)(unsigned)-1, (unsigned long long)-1);
    printf("%d %d\n", (char)0x80 == 0x80, '\x80' < 0);
    printf("%d %u\n", INT_MIN, UINT_MAX);
    printf("%d\n", 0x80000000 > 0);
    printf("%d %d\n", (int)sizeof(1 ? (char)1 : (short)1), (int)sizeof(1 ? 1 : 1LL));
    printf("%lld\n", 1 ? -1 : 1LL);
    printf("%lld\n", (long long)(1 ? -1 : 1u));
    unsigned wrap = 5;
    wrap -= 6;
    printf("%u %u\n", wrap, wrap * wrap);
    return (unsigned char)300;
}

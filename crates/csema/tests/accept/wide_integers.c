//@ lp64
typedef unsigned __int128 u128;
__int128 big = (__int128)1 << 100;
u128 product(unsigned long a, unsigned long b) { return (u128)a * b; }
int high(u128 x) { return x >> 64 > 5 && x != (u128)-1; }
typedef int ti __attribute__((mode(TI)));
_Static_assert(sizeof(ti) == 16, "");
struct bits { __int128 a : 100; unsigned __int128 b : 28; };
_Static_assert(((u128)-1 >> 127) == 1, "");

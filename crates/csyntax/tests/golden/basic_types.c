// Every way to say a basic type.
void *v; _Bool b; char c1; signed char c2; unsigned char c3; char signed c4; char unsigned c5;
short s1; short int s2; signed short s3; int signed short s4; unsigned short s5; short unsigned int s6;
int i1; signed i2; signed int i3; int signed i4; unsigned u1; unsigned int u2; int unsigned u3;
long l1; long int l2; signed long int l3; int long signed l4; unsigned long l5; long unsigned int l6;
long long ll1; long int long ll2; signed long long ll3; long long unsigned ll4; unsigned long int long ll5; int long unsigned long ll6;
__int128 x1; unsigned __int128 x2; __int128 signed x3; __int128_t x4; __uint128_t x5;
float f1; double d1; long double d2; double long d3;
_Float32 n1; _Float64 n2; _Float128 n3; _Float32x n4; _Float64x n5; __float128 n6; __float80 n7; _Float16 n8;
_Complex double z1; double _Complex z2; __complex__ float z3; long double _Complex z4; _Complex long double z5; long _Complex double z6; _Complex z7;
_Complex int z8; _Complex _Float32 z9; _Complex unsigned char z10; __complex _Float128 z11;
_Decimal32 e1; _Decimal64 e2; _Decimal128 e3;
const int q1 = 0; int const q2 = 0; volatile int q3; const volatile unsigned q4; __const int q5; __const__ int __volatile__ q6; int __volatile q7 = 1;
__signed__ char a1; __signed char a2; const const int twice; long const int volatile unsigned mixed;
static const unsigned long int static_one = 1; unsigned static long static_two; int typedef late_typedef; int extern late_extern; inline int static late_inline(void);
late_typedef used; register_like(int x);
__builtin_va_list list;

// float and double arithmetic, conversions to and from integers, comparisons, the _FloatN names.
#include <stdio.h>

static float halve(float x) { return x / 2; }
static double mix(int i, float f, double d) { return i + f * d; }
static _Float32 single = 1.25f;
static _Float64 both[] = {0x1.8p1, 1e-3, .5, 3.};

int main(void) {
    float f = 0.1f;
    double d = 0.1;
    printf("%d %d\n", f == d, f == (float)d);
    printf("%.9f %.17g\n", f, d + 0.2);
    printf("%.3f %.3f %.4f\n", halve(7), mix(3, 1.5f, 2.25), single * both[0]);
    printf("%g %g %g\n", both[1], both[2], both[3]);
    printf("%d %d %d\n", (int)3.99, (int)-3.99, (int)(char)65.7);
    printf("%u %lld\n", (unsigned)4000000000.0, (long long)-1e18);
    printf("%.1f %.1f\n", (double)4294967295u, (double)-7LL);
    printf("%.1f\n", (float)16777217);
    unsigned long long big = 0x8000000000000401ULL;
    printf("%.1f %.1f\n", (double)big, (double)(float)big);
    printf("%d %d %d\n", 1.5 < 2, -0.0 == 0.0, !0.5);
    double zero = 0, inf = 1 / zero, nan = inf - inf;
    printf("%d %d %d %d\n", inf > 1e308, nan == nan, nan != nan, !(nan < 1));
    f += 1;
    f *= 3;
    d++;
    --d;
    printf("%.6f %.6f\n", f, -d);
    int i = 7;
    i *= 1.5;
    i /= 0.5f;
    printf("%d %d\n", i, i > 20.5 ? 1 : 2);
    _Bool b = 0.25;
    printf("%d %.2f\n", b, b ? 1.5 : 2);
    double sum = 0;
    for (float x = 0; x < 1; x += 0.125f) sum += x;
    printf("%.4f\n", sum);
    printf("%.6f\n", (double)(1.0f / 3.0f));
    long double l = 1.5L;
    printf("%d %d\n", (int)sizeof f, l == 1.5L);
    return 0;
}

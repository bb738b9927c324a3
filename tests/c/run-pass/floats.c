// Floating arithmetic and conversions.
#include <stdio.h>
#include <math.h>
int main(void) {
    float f = 0.1f;
    double d = 0.1, sum = 0;
    for (int i = 0; i < 10; i++)
        sum += d;
    printf("%.9g %.17g %.17g %d\n", f, d, sum, sum == 1.0);
    printf("%.9g %.9g %.9g\n", f * 3, f / 3, f - 0.1);
    printf("%d %d %u %lld\n", (int)3.99, (int)-3.99, (unsigned)3e9, (long long)-1e15);
    printf("%g %g %g\n", (double)(unsigned long long)-1, (float)16777217, (double)(1 << 30));
    printf("%d %d %d\n", 0.0 == -0.0, 1 / 0.0 > 1e308, (0.0 / 0.0) == (0.0 / 0.0));
    printf("%.6f %.6f %.6f\n", sqrt(2), fabs(-2.5), floor(-1.5));
    printf("%e %g %5.1f|%-8.2f|%+.3e\n", 12345.678, 1e-10, 2.25, -1.005, 6.02e23);
    volatile float third = 1.0f / 3;
    double back = third;
    int truncated = (int)(back * 1000);
    return truncated % 256;
}

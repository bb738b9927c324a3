// Numbers in and out of strings, random numbers, and <math.h>.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void parse(const char *text, int base) {
    char *end;
    long value = strtol(text, &end, base);
    // The width of long differs between data models; small values do not.
    printf("%d \"%s\" ", (int)value, end);
    unsigned long unsigned_value = strtoul(text, &end, base);
    printf("%u \"%s\"\n", (unsigned)unsigned_value, end);
}

static void real(const char *text) {
    char *end;
    double value = strtod(text, &end);
    printf("%a \"%s\" %.9g\n", value, end, strtof(text, 0));
}

int main(void) {
    parse("42", 10);
    parse("  +0x1F rest", 16);
    parse("0x", 0);
    parse("-077", 0);
    parse("zz", 36);
    parse("", 10);
    parse("9", 8);
    printf("%lld %llu\n", strtoll("-9223372036854775809", 0, 10), strtoull("18446744073709551616", 0, 10));
    printf("%lld %llu\n", strtoll("123456789012", 0, 10), strtoull("-1", 0, 10));
    printf("%d %ld %g\n", atoi(" -12x"), atol("77"), atof("1.25e-3"));
    real("3.14159");
    real("  -1e400x");
    real("0x1.8p-3z");
    real("infinity");
    real("nanx");
    real("1e-320");
    real(".5.5");
    real("e5");
    real("123456789012345678901234567890");
    printf("%d %ld %lld\n", abs(-5), labs(-6L), llabs(-7LL));
    for (int i = 0; i < 3; i++)
        printf("%d ", rand());
    srand(12345);
    for (int i = 0; i < 3; i++)
        printf("%d ", rand());
    printf("\n");
    double x = 0.7, y = -2.3;
    printf("%.15g %.15g %.15g %.15g\n", sqrt(x), fabs(y), floor(y), ceil(y));
    printf("%g %g %g %g\n", trunc(y), round(-2.5), rint(2.5), nearbyint(3.5));
    printf("%.12g %.12g %.12g %.12g\n", sin(x), cos(x), tan(x), atan2(x, y));
    printf("%.12g %.12g %.12g\n", asin(x), acos(x), atan(x));
    printf("%.12g %.12g %.12g\n", sinh(x), cosh(x), tanh(x));
    printf("%.12g %.12g %.12g %.12g %.12g\n", exp(x), exp2(x), log(x), log2(x), log10(x));
    printf("%.12g %.12g %g %g %.12g %g %.12g\n", pow(x, y), fmod(7.5, 2), fmin(x, y), fmax(x, y), hypot(3, 4.5),
           copysign(x, y), cbrt(2));
    printf("%.6g %.6g %.6g\n", sqrtf(2), sinf(1), powf(2, 0.5f));
    printf("%d %d %d\n", !!isnan(x - x), !!isinf(1e308 * 10), !!signbit(-0.0));
    return 0;
}

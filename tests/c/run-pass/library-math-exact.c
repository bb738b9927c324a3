// Mathematical functions whose results are exact, and what classifies numbers.
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>
static unsigned long long sum;
static void bits(double x) {
    union { double number; unsigned long long bits; } u = { x };
    sum = (sum ^ u.bits) * 0x100000001b3;
    sum ^= sum >> 29;
}
int main(void) {
    static const double numbers[] = { 0.0, -0.0, 1.0, -1.0, 2.5, -7.75, 3.0, 0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023,
        -0x1.fffffffffffffp1023, INFINITY, -INFINITY, 1e300, 1e-300, 5.0, 0.1 };
    int count = sizeof numbers / sizeof numbers[0];
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            double x = numbers[i], y = numbers[j];
            bits(nextafter(x, y));
            float next = nextafterf((float)x, (float)y);
            bits(next);
            if (!isinf(x) && y != 0.0)
                bits(remainder(x, y));
            else
                bits(remainder(x, y) != remainder(x, y));
        }
        printf("%016llx %d %d\n", sum, fpclassify(numbers[i]), fpclassify((float)numbers[i]));
    }
    printf("%d %d %d\n", isnan(nan("1")) != 0, isnan(nanf("")) != 0, fegetround() == FE_TONEAREST);
    return 0;
}

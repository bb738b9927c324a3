// Models of <math.h> functions that write memory or give integers.

double trunc(double x);
double round(double x);
double rint(double x);
double copysign(double magnitude, double sign);

double modf(double x, double *whole) {
    double t = trunc(x);
    *whole = t;
    if (x - x != 0 && x == x)
        return copysign(0.0, x);
    return copysign(x - t, x);
}

float modff(float x, float *whole) {
    double w;
    float fraction = (float)modf(x, &w);
    *whole = (float)w;
    return fraction;
}

// Scaling is exact but for one rounding at the end, if the result is subnormal: whole powers first, towards 1.
double scalbn(double x, int n) {
    if (x == 0 || x - x != 0)
        return x;
    double magnitude = x < 0 ? -x : x;
    while (n > 0 && magnitude < 0x1p1023) {
        magnitude *= 2;
        n--;
    }
    if (n > 0)
        return x < 0 ? -magnitude * 2 : magnitude * 2;
    int steps = 0;
    while (n < 0 && magnitude > 0x1p-1021) {
        magnitude *= 0.5;
        n++;
    }
    double factor = 1;
    while (n < 0 && steps < 60) {
        factor *= 0.5;
        steps++;
        n++;
    }
    if (n < 0)
        factor = 0;
    return x < 0 ? -magnitude * factor : magnitude * factor;
}

double ldexp(double x, int n) {
    return scalbn(x, n);
}

double frexp(double x, int *exponent) {
    int e = 0;
    if (x == 0 || x - x != 0) {
        *exponent = 0;
        return x;
    }
    while (x >= 1 || x <= -1) {
        x *= 0.5;
        e++;
    }
    while (x < 0.5 && x > -0.5) {
        x *= 2;
        e--;
    }
    *exponent = e;
    return x;
}

long lround(double x) {
    return (long)round(x);
}

long long llround(double x) {
    return (long long)round(x);
}

long lrint(double x) {
    return (long)rint(x);
}

long long llrint(double x) {
    return (long long)rint(x);
}

double fdim(double a, double b) {
    if (a != a || b != b)
        return a + b;
    return a > b ? a - b : 0;
}

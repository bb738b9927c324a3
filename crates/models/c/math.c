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

double scalbn(double x, int n) {
    double factor = n < 0 ? 0.5 : 2.0;
    if (x == 0 || x - x != 0)
        return x;
    if (n > 4200)
        n = 4200;
    if (n < -4200)
        n = -4200;
    for (int i = n < 0 ? -n : n; i > 0; i--)
        x *= factor;
    return x;
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

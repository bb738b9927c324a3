// Models of <math.h> and <fenv.h> functions: those that write memory or give integers, and what follows from others exactly.

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

// The one way to round that the machine knows: to the nearest.
int fegetround(void) {
    return 0;
}

float frexpf(float x, int *exponent) {
    return (float)frexp(x, exponent);
}

double sin(double x);
double cos(double x);

void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}

union double_bits {
    double number;
    unsigned long long bits;
};

union float_bits {
    float number;
    unsigned bits;
};

// The number that the text of a NaN names, as strtoull reads it; 0 if the text is none.
static unsigned long long payload(const char *text) {
    unsigned base = 10;
    if (text[0] == '0') {
        base = 8;
        text++;
        if (*text == 'x' || *text == 'X') {
            base = 16;
            text++;
        }
    }
    unsigned long long number = 0;
    for (; *text; text++) {
        unsigned digit = *text >= '0' && *text <= '9'   ? *text - '0'
                         : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
                         : *text >= 'A' && *text <= 'F' ? *text - 'A' + 10
                                                        : 99;
        if (digit >= base)
            return 0;
        number = number > (~0ull - digit) / base ? ~0ull : number * base + digit;
    }
    return number;
}

double nan(const char *text) {
    union double_bits u;
    u.bits = 0x7ff8000000000000 | payload(text) & 0x7ffffffffffff;
    return u.number;
}

float nanf(const char *text) {
    union float_bits u;
    u.bits = 0x7fc00000 | (unsigned)payload(text) & 0x3fffff;
    return u.number;
}

// The last bit depends on the version of the library.
int __fafnir_like_glibc(void);
double __fafnir_cbrt(double x);
float __fafnir_cbrtf(float x);
long double __fafnir_cbrtl(long double x);
double __result_of_cbrt(void);
float __result_of_cbrtf(void);
long double __result_of_cbrtl(void);

double cbrt(double x) {
    if (x == 0 || x - x != 0)
        return x + x;
    return __fafnir_like_glibc() ? __fafnir_cbrt(x) : __result_of_cbrt();
}

float cbrtf(float x) {
    if (x == 0 || x - x != 0)
        return x + x;
    return __fafnir_like_glibc() ? __fafnir_cbrtf(x) : __result_of_cbrtf();
}

long double cbrtl(long double x) {
    if (x == 0 || x - x != 0)
        return x + x;
    return __fafnir_like_glibc() ? __fafnir_cbrtl(x) : __result_of_cbrtl();
}

// 0 is NaN, 1 infinite, 2 zero, 3 subnormal, 4 normal.
int __fpclassify(double x) {
    union double_bits u = {x};
    unsigned long long magnitude = u.bits << 1 >> 1;
    if (magnitude >= 0x7ff0000000000000)
        return magnitude == 0x7ff0000000000000;
    return magnitude == 0 ? 2 : magnitude < 0x0010000000000000 ? 3 : 4;
}

int __fpclassifyf(float x) {
    union float_bits u = {x};
    unsigned magnitude = u.bits << 1 >> 1;
    if (magnitude >= 0x7f800000)
        return magnitude == 0x7f800000;
    return magnitude == 0 ? 2 : magnitude < 0x00800000 ? 3 : 4;
}

// Neighbouring numbers have neighbouring bits.
double nextafter(double x, double towards) {
    if (x != x || towards != towards)
        return x + towards;
    if (x == towards)
        return towards;
    union double_bits u = {x};
    if (x == 0)
        u.bits = towards < 0 ? 0x8000000000000001 : 1;
    else if (x < towards == x > 0)
        u.bits++;
    else
        u.bits--;
    return u.number;
}

float nextafterf(float x, float towards) {
    if (x != x || towards != towards)
        return x + towards;
    if (x == towards)
        return towards;
    union float_bits u = {x};
    if (x == 0)
        u.bits = towards < 0 ? 0x80000001 : 1;
    else if (x < towards == x > 0)
        u.bits++;
    else
        u.bits--;
    return u.number;
}

double fmod(double x, double y);

// What is left of a division whose quotient is rounded to the nearest, to even if there are two.
double remainder(double x, double y) {
    if (x != x || y != y || x - x != 0 || y == 0)
        return (x * y) / (x * y);
    if (y - y != 0)
        return x;
    double whole = y < 0 ? -y : y;
    double rest = x == 0 ? 0 : x < 0 ? -x : x;
    if (whole <= 0x1p1022)
        rest = fmod(rest, whole + whole);
    if (whole < 0x1p-1020) {
        if (rest + rest > whole) {
            rest -= whole;
            if (rest + rest >= whole)
                rest -= whole;
        }
    } else {
        double half = 0.5 * whole;
        if (rest > half) {
            rest -= whole;
            if (rest >= half)
                rest -= whole;
        }
    }
    union double_bits result = {rest}, sign = {x};
    result.bits ^= sign.bits & 0x8000000000000000;
    return result.number;
}

float remainderf(float x, float y) {
    return (float)remainder(x, y);
}

double drem(double x, double y) {
    return remainder(x, y);
}

// The sign of a NaN: positive if it is a constant, changed by a minus sign, kept by conversions.
//@ engines: interp
//@ property: unreach-call
extern void reach_error(void);
int main(void) {
    double nan = __builtin_nan("");
    float single = __builtin_nanf("");
    if (__builtin_signbit(nan) || !__builtin_signbit(-nan))
        reach_error();
    if (__builtin_signbit((float)nan) || __builtin_signbit((double)single))
        reach_error();
    if (!__builtin_signbit((long double)-nan))
        reach_error();
    union {
        double value;
        unsigned long bits;
    } u = {nan};
    if (u.bits != 0x7ff8000000000000)
        reach_error();
    return 0;
}
//~ SAFE

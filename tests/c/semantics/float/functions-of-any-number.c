// Functions whose result is determined, of any number.
//@ property: unreach-call
//@ engines: hunt template
float __VERIFIER_nondet_float(void);
float floorf(float x);
float ceilf(float x);
float fabsf(float x);
float sqrtf(float x);
void reach_error(void);
int main(void) { //~ SAFE
    float x = __VERIFIER_nondet_float();
    if (x != x)
        return 0;
    if (floorf(x) > x || ceilf(x) < x || fabsf(x) < 0)
        reach_error();
    if (x >= 4 && x <= 9 && !(sqrtf(x) >= 2 && sqrtf(x) <= 3))
        reach_error();
    return 0;
}

// The product of two numbers below one is not above either of them; it may be zero.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) { //~ SAFE
    float a = __VERIFIER_nondet_float();
    if (!(a > 0 && a < 1))
        return 0;
    float half = a * 0.5f;
    if (half > a || half < 0)
        reach_error();
    return 0;
}

// Infinity divided by itself is no number.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
    float a = __VERIFIER_nondet_float();
    if (!(a >= 4))
        return 0;
    if (a > 3.0e38f && a / a != 1)
        reach_error(); //~ ERROR error-reached
    return 0;
}

// Half of the last bit of an odd significand goes up.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
    float small = __VERIFIER_nondet_float();
    if (!(small >= 0 && small <= 0.5f))
        return 0;
    if (8388609.0f + small != 8388609.0f)
        reach_error(); //~ ERROR error-reached
    return 0;
}

// Sums of floating numbers from outside are rounded as the hardware does it.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) { //~ SAFE
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    if (!(a >= 1 && a <= 2 && b >= 1 && b <= 2))
        return 0;
    float sum = a + b;
    if (!(sum >= 2 && sum <= 4))
        reach_error();
    if (a - b > 1 || b - a > 1)
        reach_error();
    return 0;
}

// A finite number that is not zero, divided by itself, is one.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) { //~ SAFE
    float a = __VERIFIER_nondet_float();
    if (!(a >= 4 && a <= 5))
        return 0;
    if (a / a != 1)
        reach_error();
    return 0;
}

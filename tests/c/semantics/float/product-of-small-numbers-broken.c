// Half of the smallest positive number is zero.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
    float a = __VERIFIER_nondet_float();
    if (!(a > 0 && a < 1))
        return 0;
    if (a * 0.5f == 0)
        reach_error(); //~ ERROR error-reached
    return 0;
}

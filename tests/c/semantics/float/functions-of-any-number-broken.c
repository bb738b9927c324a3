// The nearest integral number may lie above.
//@ property: unreach-call
//@ engines: hunt template
float __VERIFIER_nondet_float(void);
float roundf(float x);
void reach_error(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x != x)
        return 0;
    if (roundf(x) > x)
        reach_error(); //~ ERROR error-reached
    return 0;
}

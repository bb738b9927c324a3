// A double above one may become the float one.
//@ property: unreach-call
//@ engines: hunt template sl
double __VERIFIER_nondet_double(void);
void reach_error(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (!(d > 1 && d <= 2))
        return 0;
    if ((float)d == 1)
        reach_error(); //~ ERROR error-reached
    return 0;
}

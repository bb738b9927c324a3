// Of integers of 25 bits, the last one may be lost.
//@ property: unreach-call
//@ engines: hunt template sl
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < -16777216 || n > 16777217)
        return 0;
    float f = n;
    if ((int)f != n)
        reach_error(); //~ ERROR error-reached
    return 0;
}

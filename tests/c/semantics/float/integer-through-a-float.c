// Integers of up to 24 bits are the same behind a conversion to float and back.
//@ property: unreach-call
//@ engines: hunt template sl
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < -16777216 || n > 16777216)
        return 0;
    float f = n;
    if ((int)f != n)
        reach_error();
    return 0;
}

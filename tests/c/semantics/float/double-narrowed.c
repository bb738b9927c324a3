// A double from outside, as a float and back, is near.
//@ property: unreach-call
//@ engines: hunt template sl
double __VERIFIER_nondet_double(void);
void reach_error(void);
int main(void) { //~ SAFE
    double d = __VERIFIER_nondet_double();
    if (!(d >= 1 && d <= 2))
        return 0;
    double near = (float)d;
    if (near < 1 || near > 2 || near - d > 0x1p-24 || d - near > 0x1p-24)
        reach_error();
    return 0;
}

// A number far below the last bit of another one changes nothing, and half of that bit goes to the even neighbour.
//@ property: unreach-call
//@ engines: hunt template sl
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) { //~ SAFE
    float small = __VERIFIER_nondet_float();
    if (!(small >= 0 && small <= 0.5f))
        return 0;
    if (8388608.0f + small != 8388608.0f)
        reach_error();
    return 0;
}

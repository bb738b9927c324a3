// Comparisons of floating numbers of any value, in two precisions.
//@ property: unreach-call
//@ engines: template
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) { //~ SAFE
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    float low = a < b ? a : b;
    float high = a < b ? b : a;
    if (a != a || b != b)
        return 0;
    if (high < low || low > a || (double)high < 1.5 && b >= 2.0f)
        reach_error();
    return 0;
}

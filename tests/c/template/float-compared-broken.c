// Comparisons of floating numbers of any value: one may be no number.
//@ property: unreach-call
//@ engines: template
float __VERIFIER_nondet_float(void);
void reach_error(void);
int main(void) {
    float a = __VERIFIER_nondet_float();
    float b = __VERIFIER_nondet_float();
    float low = a < b ? a : b;
    float high = a < b ? b : a;
    if (a != a)
        return 0;
    if (!(low <= high) || low > a || (double)high < 1.5 && b >= 2.0f)
        reach_error(); //~ ERROR error-reached
    return 0;
}

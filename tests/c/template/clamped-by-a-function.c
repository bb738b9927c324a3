// A function keeps a number in a range, also when it is called in a loop.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int clamp(int v, int low, int high) {
    if (v < low)
        return low;
    return v > high ? high : v;
}
int main(void) { //~ SAFE
    int level = 50;
    while (__VERIFIER_nondet_int()) {
        int by = clamp(__VERIFIER_nondet_int(), -10, 10);
        level = clamp(level + by, 0, 100);
    }
    if (level < 0 || level > 100)
        reach_error();
    return 0;
}

// A function with a loop that is called sixty times is solved once.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
#define TWENTY(x) x x x x x x x x x x x x x x x x x x x x
static int largest;
static int clamped(int v) {
    while (v > 100)
        v = v / 2;
    while (v < 0)
        v = -(v / 2);
    if (v > 100)
        v = 100;
    if (v > largest)
        largest = v;
    return v;
}
int main(void) { //~ SAFE
    int v = 0;
    TWENTY(v = clamped(__VERIFIER_nondet_int()); if (v < 0 || v > 100) reach_error();)
    TWENTY(v = clamped(__VERIFIER_nondet_int()); if (v < 0 || v > 100) reach_error();)
    TWENTY(v = clamped(__VERIFIER_nondet_int()); if (v < 0 || v > 100) reach_error();)
    if (largest > 100)
        reach_error();
    return 0;
}

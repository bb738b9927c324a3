// Calls that double with every function between: the innermost one is called 4,096 times.
//@ engines: template
//@ property: valid-deref
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct range {
    int low, high;
};
static void seen(struct range *r) {
    int v = __VERIFIER_nondet_int();
    if (v < 0 || v > 1000)
        v = 7;
    if (v < r->low)
        r->low = v;
    if (v > r->high)
        r->high = v;
}
#define TWICE(f, g)                                                                                \
    static void f(struct range *r) {                                                               \
        g(r);                                                                                      \
        g(r);                                                                                      \
    }
TWICE(f1, seen)
TWICE(f2, f1)
TWICE(f3, f2)
TWICE(f4, f3)
TWICE(f5, f4)
TWICE(f6, f5)
TWICE(f7, f6)
TWICE(f8, f7)
TWICE(f9, f8)
TWICE(f10, f9)
TWICE(f11, f10)
TWICE(f12, f11)
int main(void) { //~ SAFE
    struct range r = { 1000, 0 };
    f12(&r);
    if (r.low < 0 || r.high > 1000)
        reach_error();
    return 0;
}

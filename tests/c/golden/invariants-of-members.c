// Relations between members of one variable, in C's notation.
//@ args: check --quiet --invariants --engine template --property unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct counters { int len, cap; };
int main(void) {
    struct counters v;
    struct counters *p = &v;
    p->len = 0;
    p->cap = 4;
    while (__VERIFIER_nondet_int()) {
        if (p->len == p->cap) {
            if (p->cap > 1000)
                break;
            p->cap += 4;
        }
        p->len++;
    }
    if (v.len > v.cap)
        reach_error();
    return 0;
}

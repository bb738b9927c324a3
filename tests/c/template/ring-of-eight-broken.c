// An index into a ring stays inside. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned head = 0, tail = 0, used = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() && used < 8) {
            head = (head + 1) % 8;
            used++;
        } else if (used > 0) {
            tail = (tail + 1) % 8;
            used--;
        }
    }
    if (head > 7 || tail > 7 || used > 3)
        reach_error(); //~ ERROR error-reached
    return 0;
}

// Two variables keep the difference that they began with, whatever it was.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x, b = y;
    while (a != 0) {
        a--;
        b--;
    }
    if (x == y && b != 0)
        reach_error();
    return 0;
}

// Two variables keep the difference that they began with, whatever it was. It is lost for one value.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int a = x, b = y;
    while (a != 0) {
        a--;
        b--;
    }
    if (x == y && b != (x == 2))
        reach_error(); //~ ERROR error-reached
    return 0;
}

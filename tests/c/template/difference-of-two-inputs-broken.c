// The larger of two inputs is worked off to the smaller one. One end is off by one.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < b || b < 0)
        return 0;
    int x = a;
    while (x > b)
        x--;
    if (x != b + (b == 3 && a == 4))
        reach_error(); //~ ERROR error-reached
    return 0;
}

// The larger of two inputs is worked off to the smaller one.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < b || b < 0)
        return 0;
    int x = a;
    while (x > b)
        x--;
    if (x != b)
        reach_error();
    return 0;
}

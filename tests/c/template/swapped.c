// Two variables change places, their sum stays.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int a = 1, b = 2;
    while (__VERIFIER_nondet_int()) {
        int t = a;
        a = b;
        b = t;
    }
    if (a + b != 3)
        reach_error();
    return 0;
}

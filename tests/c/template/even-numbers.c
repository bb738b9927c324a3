// A number that changes in steps of two stays even.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        x += 2;
        if (x > 100)
            x = 0;
    }
    if (x % 2)
        reach_error();
    return 0;
}

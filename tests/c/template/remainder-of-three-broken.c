// As its safe sibling, but one way keeps the flag.
//@ engines: template
//@ property: unreach-call
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint() & 0xffff;
    int is_multiple = 0;
    while (__VERIFIER_nondet_int()) {
        if (x > 100000)
            x = x % 100;
        if (x % 3 == 1) {
            x += 5;
            is_multiple = 1;
        } else if (x % 3 == 2) {
            x += 1;
            is_multiple = 1;
        } else {
            x += 7;
            x += 1;
        }
    }
    if (is_multiple && x % 3 != 0)
        reach_error(); //~ ERROR error-reached
    return 0;
}

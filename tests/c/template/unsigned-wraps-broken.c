// A product with an even number stays even though it wraps around. Two more bits are not known.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = 2;
    while (__VERIFIER_nondet_int())
        x = x + x + x + 4;
    if ((x & 3) == 2)
        reach_error(); //~ ERROR error-reached
    return 0;
}

// A product with an even number stays even though it wraps around.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    unsigned x = 2;
    while (__VERIFIER_nondet_int())
        x = x + x + x + 4;
    if (x & 1)
        reach_error();
    return 0;
}

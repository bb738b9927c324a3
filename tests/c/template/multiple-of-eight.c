// An address stays a multiple of eight while it grows by inputs.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    unsigned at = 64;
    while (__VERIFIER_nondet_int())
        at += 8 * (unsigned)__VERIFIER_nondet_int();
    if (at % 8 != 0)
        reach_error();
    return 0;
}

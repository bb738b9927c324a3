// An address stays a multiple of eight while it grows by inputs. It is a multiple of eight only.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned at = 64;
    while (__VERIFIER_nondet_int())
        at += 8 * (unsigned)__VERIFIER_nondet_int();
    if (at % 16 != 0)
        reach_error(); //~ ERROR error-reached
    return 0;
}

// A pointer that walks in strides of four stays aligned.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    unsigned i = 8, n = 0;
    while (__VERIFIER_nondet_int()) {
        i += 4;
        n++;
    }
    if (i % 4 != 0)
        reach_error();
    return 0;
}

// It may be any one, also null.
//@ property: unreach-call
//@ engines: horn
extern void *__VERIFIER_nondet_pointer(void);
void reach_error(void);
int main(void) {
    if (!__VERIFIER_nondet_pointer())
        reach_error(); //~ ERROR error-reached
}

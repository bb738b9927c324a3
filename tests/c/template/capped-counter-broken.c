// A counter that is reset before it grows too large. It may reach five.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int c = 0;
    while (__VERIFIER_nondet_int()) {
        c++;
        if (c == 10)
            c = 0;
    }
    if (c < 0 || c >= 5)
        reach_error(); //~ ERROR error-reached
    return 0;
}

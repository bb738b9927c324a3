// A machine of three states never leaves them. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int state = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 0)
            state = 1;
        else if (state == 1)
            state = 3;
        else
            state = 0;
    }
    if (state > 2)
        reach_error(); //~ ERROR error-reached
    return 0;
}

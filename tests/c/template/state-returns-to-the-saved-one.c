// A machine goes to a state that was saved on the way.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int state = 1, next = 0, mode = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        if (state == 1) {
            next = mode ? 2 : 3;
            state = 9;
        } else if (state == 9) {
            state = next;
        } else if (state == 2) {
            if (!mode)
                reach_error();
            state = 1;
        } else if (state == 3) {
            next = 1;
            state = 9;
        }
    }
    return 0;
}

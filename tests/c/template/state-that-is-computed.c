// A state machine whose phase is added up from the state that it is in: it goes on to the next phase only.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int state = 100, phase = 0, next = 100;
    while (__VERIFIER_nondet_int()) {
        if (state == 100) {
            if (phase == 0)
                phase = 1;
            next = 200;
            state = 300;
        } else if (state == 200) {
            if (phase == 3)
                phase = phase + state / next;
            if (phase == 1)
                phase = 2;
            state = 400;
        } else if (state == 300) {
            state = next;
        } else if (state == 400) {
            if (phase == 2)
                phase = 3;
            state = 500;
        } else if (state == 500) {
            if (phase == 4)
                reach_error();
            next = 500;
            state = 300;
        }
    }
    return 0;
}

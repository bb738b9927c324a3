// A machine that must pass its states in order. The flag is set there.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int state = 0, flag = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 0:
            state = __VERIFIER_nondet_int() ? 1 : 2;
            break;
        case 1:
            flag = 1;
            state = 3;
            break;
        case 2:
            state = 4;
            break;
        case 3:
            if (flag != 0)
                reach_error(); //~ ERROR error-reached
            state = 5;
            break;
        case 4:
            flag = 0;
            state = 0;
            break;
        default:
            flag = 2;
            state = 2;
            break;
        }
    }
    return 0;
}

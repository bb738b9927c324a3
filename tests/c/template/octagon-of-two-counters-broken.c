// The sum of two counters stays. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int up = 0, down = 100;
    while (down > 0 && __VERIFIER_nondet_int()) {
        up++;
        down--;
    }
    if (up + down != 100 || up > 100 || down < 1)
        reach_error(); //~ ERROR error-reached
    return 0;
}

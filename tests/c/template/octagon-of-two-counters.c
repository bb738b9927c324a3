// The sum of two counters stays.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int up = 0, down = 100;
    while (down > 0 && __VERIFIER_nondet_int()) {
        up++;
        down--;
    }
    if (up + down != 100 || up > 100 || down < 0)
        reach_error();
    return 0;
}

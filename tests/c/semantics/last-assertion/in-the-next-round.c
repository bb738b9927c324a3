// The assertion comes again in the next round.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (sum == 3)
            reach_error();
        sum++;
    }
    return 0;
}

// A lock is taken and given back in turns. It is held at the end.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int locked = 0, old = 0, new = 0;
    do {
        locked = 1;
        old = new;
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            new++;
        }
    } while (new != old);
    if (locked)
        reach_error(); //~ ERROR error-reached
    return 0;
}

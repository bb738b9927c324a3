// A flag says whether the counter has moved.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int x = 0, moved = 0;
    while (__VERIFIER_nondet_int()) {
        if (x < 5) {
            x++;
            moved = 1;
        }
    }
    if (x > 0 && !moved)
        reach_error();
    return 0;
}

// A flag says whether the counter has moved. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = 0, moved = 0;
    while (__VERIFIER_nondet_int()) {
        if (x < 5) {
            x++;
            moved = x < 3;
        }
    }
    if (x > 0 && !moved)
        reach_error(); //~ ERROR error-reached
    return 0;
}

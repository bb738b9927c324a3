// Two rounds undo each other: the property holds by induction over two of them. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int a = 0, b = 1;
    while (__VERIFIER_nondet_int()) {
        int t = a;
        a = b;
        b = t + (t == 0);
        if (a == b)
            reach_error(); //~ ERROR error-reached
    }
    return 0;
}

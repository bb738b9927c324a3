// Two rounds undo each other: the property holds by induction over two of them.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int a = 0, b = 1;
    while (__VERIFIER_nondet_int()) {
        int t = a;
        a = b;
        b = t;
        if (a == b)
            reach_error();
    }
    return 0;
}

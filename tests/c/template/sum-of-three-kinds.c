// Every round counts one of three kinds.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    unsigned all = 0, a = 0, b = 0, c = 0;
    while (__VERIFIER_nondet_int()) {
        int kind = __VERIFIER_nondet_int();
        if (kind == 1)
            a++;
        else if (kind == 2)
            b++;
        else
            c += 1;
        all++;
    }
    if (a + b + c != all)
        reach_error();
    return 0;
}

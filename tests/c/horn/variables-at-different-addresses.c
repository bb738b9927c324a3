// Variables that are there have addresses of their own.
//@ property: unreach-call
//@ engines: horn
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int a, b[2];
    int *p = __VERIFIER_nondet_int() ? &a : &b[1];
    if (p == &b[0])
        reach_error();
    if (p == &a && p == &b[1])
        reach_error();
}

// A counter is what it was compared with when the loop ends.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int i = 0;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}

// The inner counter is bounded by the outer one. One number is wrong.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (i >= 3 && j >= 2)
                reach_error(); //~ ERROR error-reached
    return 0;
}

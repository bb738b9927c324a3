// The inner loop never runs past the outer one. The last column is reached.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            if (j > i || j + 1 >= n)
                reach_error(); //~ ERROR error-reached
    return 0;
}

// The inner loop leaves the outer counter alone.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int(), total = 0;
    if (n < 0 || n > 500)
        return 0;
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < 10 && __VERIFIER_nondet_int())
            j++;
        total += j > 3 ? 1 : 0;
    }
    if (total > n || total < 0)
        reach_error();
    return 0;
}

// The distance of elements to their own index is in a range, with an error.
//@ engines: template
//@ property: unreach-call
int __VERIFIER_nondet_int(void);
void reach_error(void);
#define N 10
int main(void) {
    int a[N];
    int all = __VERIFIER_nondet_int();
    if (all <= 0 || all >= 100)
        return 0;
    for (int i = 0; i < N; i++) {
        int own = __VERIFIER_nondet_int();
        if (own <= 0 || own >= 100)
            return 0;
        a[i] = i + all + own;
    }
    for (int i = 0; i < N; i++)
        if (a[i] < i + 3)
            reach_error(); //~ ERROR error-reached
    return 0;
}

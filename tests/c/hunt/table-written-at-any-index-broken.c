// All three rounds may count the same thing.
//@ property: unreach-call
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
    int counts[50] = {0};
    for (int round = 0; round < 3; round++) {
        unsigned i = __VERIFIER_nondet_uint();
        if (i >= 50)
            return 0;
        counts[i]++;
    }
    for (int i = 0; i < 50; i++)
        if (counts[i] > 2)
            reach_error(); //~ ERROR error-reached
    return 0;
}

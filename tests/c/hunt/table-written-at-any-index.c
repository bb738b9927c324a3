// Counters at indexes from outside: none is above the number of rounds.
//@ property: unreach-call
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) { //~ SAFE
    int counts[50] = {0};
    for (int round = 0; round < 3; round++) {
        unsigned i = __VERIFIER_nondet_uint();
        if (i >= 50)
            return 0;
        counts[i]++;
    }
    for (int i = 0; i < 50; i++)
        if (counts[i] > 3)
            reach_error();
    return 0;
}

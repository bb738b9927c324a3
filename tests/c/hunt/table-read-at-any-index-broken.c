// Two entries of a table are larger than the others.
//@ property: unreach-call
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
    static const unsigned char weight[100] = {[3] = 7, [10 ... 90] = 20, [95] = 9, [97] = 21};
    unsigned i = __VERIFIER_nondet_uint();
    unsigned j = __VERIFIER_nondet_uint();
    if (i >= 100 || j >= 100 || i == j)
        return 0;
    if (weight[i] + weight[j] == 41)
        reach_error(); //~ ERROR error-reached
    return 0;
}

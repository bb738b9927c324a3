// A table of a hundred numbers, read at an index from outside: one case, not one for each index.
//@ property: unreach-call
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) { //~ SAFE
    static const unsigned char weight[100] = {[3] = 7, [10 ... 90] = 20, [95] = 9};
    unsigned i = __VERIFIER_nondet_uint();
    unsigned j = __VERIFIER_nondet_uint();
    if (i >= 100 || j >= 100)
        return 0;
    if (weight[i] + weight[j] > 40)
        reach_error();
    return 0;
}

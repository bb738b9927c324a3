// What a table gives is an index into another one, and a pointer is among the entries of a third.
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    static const unsigned char next[60] = {[0 ... 20] = 1, [21 ... 59] = 2};
    int cells[3] = {5, 6, 7};
    int *pointers[4] = {cells, cells + 1, cells + 2, cells};
    unsigned i = __VERIFIER_nondet_uint() % 60;
    return cells[next[i]] + *pointers[next[i] + 1];
}

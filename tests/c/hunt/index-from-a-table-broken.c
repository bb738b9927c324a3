// One entry of a table leads behind another one.
//@ engines: hunt
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    static const unsigned char next[60] = {[0 ... 20] = 1, [21 ... 59] = 2, [44] = 3};
    int cells[3] = {5, 6, 7};
    unsigned i = __VERIFIER_nondet_uint() % 60;
    return cells[next[i]]; //~ ERROR out-of-bounds
}

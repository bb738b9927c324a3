// No array can be so large.
// Checked: C11 6.7.6.2p5, 6.5.6p9; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template
int main(void) { //~ NOT-PROVED
    long n = 0x7fffffffffffffff;
    int a[n];
    a[0] = 1;
    return a[0];
}

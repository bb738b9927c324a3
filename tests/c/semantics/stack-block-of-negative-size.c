// No block can be so large.
// Checked: the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template
int main(void) { //~ NOT-PROVED
    int n = -1;
    char *p = __builtin_alloca(n);
    p[0] = 1;
    return p[0];
}

// A pragma makes the symbol weak: nobody defines it.
// Checked: gcc: the binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template
#pragma weak hook
extern void hook(void);
int main(void) { //~ NOT-PROVED
    hook();
    return 0;
}

// A pragma makes the symbol weak: nobody defines it.
// Checked: glibc, gcc: the binary aborts.
//@ engines: auto interp smg hunt template
extern void reach_error(void);
extern int hook(void);
#pragma weak hook
int main(void) { //~ NOT-PROVED
    if (!hook)
        reach_error();
    return 0;
}

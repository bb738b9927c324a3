// A weak function that nobody defines is called.
// Checked: ELF; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
extern void hook(void) __attribute__((weak));
int main(void) { //~ NOT-PROVED
    hook();
    return 0;
}

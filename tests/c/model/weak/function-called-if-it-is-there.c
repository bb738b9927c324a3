// A weak function is called only if it is there.
// Checked: ELF; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void hook(void) __attribute__((weak));
int main(void) { //~ NOT-VIOLATED
    if (hook)
        hook();
    return 0;
}

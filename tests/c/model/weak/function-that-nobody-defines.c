// A weak function that nobody defines is null.
// Checked: ELF; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
extern void hook(void) __attribute__((weak));
int main(void) { //~ NOT-PROVED
    if (!hook)
        reach_error();
    return 0;
}

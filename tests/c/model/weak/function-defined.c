// A weak function that the program defines is there.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
__attribute__((weak)) void hook(void) {}
int main(void) { //~ NOT-VIOLATED
    if (!hook)
        reach_error();
    hook();
    return 0;
}

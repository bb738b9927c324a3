// A weak array that nobody defines is at address null.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
extern int tab[] __attribute__((weak));
int main(void) { //~ NOT-PROVED
    if (tab == 0)
        reach_error();
    return 0;
}

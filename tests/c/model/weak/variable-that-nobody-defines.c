// A weak variable that nobody defines has no address.
// Checked: ELF; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
extern int level __attribute__((weak));
int main(void) { //~ NOT-PROVED
    if (!&level)
        reach_error();
    return 0;
}

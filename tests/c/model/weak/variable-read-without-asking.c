// A weak variable that nobody defines is read.
// Checked: ELF; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
extern int level __attribute__((weak));
int main(void) { //~ NOT-PROVED
    return level != 0;
}

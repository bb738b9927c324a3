// A table may hold the address of a weak function, which is null if nobody defines it.
// Checked: the gcc binary crashes.
//@ engines: auto interp smg hunt template sl horn
extern void cb(void) __attribute__((weak));
static void (*table[])(void) = {cb};
int main(void) { //~ NOT-PROVED
    table[0]();
    return 0;
}

// A variable may lie where one of a scope that has ended lay.
// Checked: the gcc -O2 binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static unsigned long address_of(void) {
    volatile int x = 1;
    return (unsigned long)&x;
}
int main(void) { //~ NOT-PROVED
    unsigned long a = address_of();
    unsigned long b = address_of();
    if (a == b)
        reach_error();
    return 0;
}

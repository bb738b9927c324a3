// Nothing says that functions begin at multiples of 16.
// Checked: the gcc -O0 binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int one(void) { return 1; }
static int other(void) { return 2; }
int main(void) { //~ NOT-PROVED
    unsigned long sum = ((unsigned long)one | (unsigned long)other) % 16;
    if (sum != 0)
        reach_error();
    return 0;
}

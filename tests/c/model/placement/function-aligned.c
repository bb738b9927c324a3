// Nothing says that functions do not begin at multiples of 16.
// Checked: the gcc -O2 binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int one(void) { return 1; }
int main(void) { //~ NOT-PROVED
    if ((unsigned long)one % 16 == 0)
        reach_error();
    return 0;
}

// The operands of && are evaluated from left to right.
// Checked: C11 6.5.13p4.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int i;
static int set(void) {
    i = 1;
    return 0;
}
int main(void) { //~ NOT-VIOLATED
    if (set() && i)
        reach_error();
    if (i != 1)
        reach_error();
    return 0;
}

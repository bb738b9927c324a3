// A compound assignment may read its variable before the other operand or after.
// Checked: C11 6.5.16p3.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int x = 1;
static int set(void) {
    x = 10;
    return 1;
}
int main(void) { //~ NOT-PROVED
    x += set();
    if (x == 2)
        reach_error();
    return 0;
}

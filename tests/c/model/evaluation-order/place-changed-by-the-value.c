// The place of an assignment may be computed before its value or after.
// Checked: C11 6.5.16p3.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int i;
static int set(void) {
    i = 1;
    return 5;
}
int main(void) { //~ NOT-PROVED
    int a[2] = {0,0};
    a[i] = set();
    if (a[1] == 5)
        reach_error();
    return 0;
}

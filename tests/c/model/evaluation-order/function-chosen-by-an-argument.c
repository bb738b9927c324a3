// An argument may change which function is called.
// Checked: C11 6.5.2.2p10.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int n;
static int a(int x) {
    return x;
}
static int b(int x) {
    return x + 10;
}
static int (*t[2])(int) = {a, b};
static int bump(void) {
    n = 1;
    return 1;
}
int main(void) { //~ NOT-PROVED
    if (t[n](bump()) == 11)
        reach_error();
    return 0;
}

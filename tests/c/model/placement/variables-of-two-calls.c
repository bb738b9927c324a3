// A function's variable is often where it was in the call before.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int *last;
static int same;
static void f(void) {
    int x = 1;
    if (last == &x)
        same = 1;
    last = &x;
}
int main(void) { //~ NOT-PROVED
    f();
    f();
    if (same)
        reach_error();
    return 0;
}

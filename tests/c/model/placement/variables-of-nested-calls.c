// Variables of nested calls live at the same time, so their places differ.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static unsigned long last;
static int differ;
static void f(int n) {
    int x = n;
    if (last && last != (unsigned long)&x)
        differ = 1;
    last = (unsigned long)&x;
    if (n)
        f(n - 1);
}
int main(void) { //~ NOT-PROVED
    f(1);
    if (differ)
        reach_error();
    return 0;
}

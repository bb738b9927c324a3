// The order makes no difference.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
extern void reach_error(void);
static int first, second;
static int one(void) {
    return ++first;
}
static int other(void) {
    return ++second;
}
int main(void) { //~ NOT-VIOLATED
    int a[2] = {one(), other()};
    if (a[0] != 1 || a[1] != 1)
        reach_error();
    return 0;
}

// Which of two calls comes first is not said, and the result shows it.
// Checked: C11 6.5p3; with gcc 12 the binary aborts for the arguments.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int count;
static int next(void) {
    return ++count;
}
static int second(int a, int b) {
    (void)a;
    return b;
}
int main(void) { //~ NOT-PROVED
    if (second(next(), next()) == 1)
        reach_error();
    return 0;
}

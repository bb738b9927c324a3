// Which initialiser is evaluated first is not said.
// Checked: C11 6.7.9p23.
//@ engines: auto interp smg hunt template
extern void reach_error(void);
static int count;
static int next(void) {
    return ++count;
}
int main(void) { //~ NOT-PROVED
    int a[2] = {next(), next()};
    if (a[0] == 2)
        reach_error();
    return 0;
}

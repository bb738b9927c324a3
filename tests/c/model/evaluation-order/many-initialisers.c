// Which initialiser is evaluated first is not said.
// Checked: C11 6.7.9p23.
//@ engines: auto interp smg hunt template
extern void reach_error(void);
struct triple {
    int a, b, c;
};
static int count;
static int next(void) {
    return ++count;
}
int main(void) { //~ NOT-PROVED
    struct triple t = {next(), next(), next()};
    if (t.a == 3)
        reach_error();
    return 0;
}

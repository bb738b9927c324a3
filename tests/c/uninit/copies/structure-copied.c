// A copy holds what its source holds, though nobody wrote it.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
struct s {
    int a, b;
};
int main(void) { //~ NOT-VIOLATED
    struct s x, y;
    x.a = 1;
    y = x;
    if (y.b != x.b)
        reach_error();
    return 0;
}

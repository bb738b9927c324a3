// In either order the counts differ by one.
// Checked: C11 6.5p3; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int n = 0;
static int inc(void) {
    return ++n;
}
int main(void) { //~ NOT-VIOLATED
    int d = inc()-inc();
    if (d != 1 && d != -1)
        reach_error();
}

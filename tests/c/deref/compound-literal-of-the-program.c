// One outside of functions lives always.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int *p = (int[]) {1,2};
int main(void) { //~ NOT-VIOLATED
    p[1] = 3;
    if (*p != 1)
        reach_error();
    return 0;
}

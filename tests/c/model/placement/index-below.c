// A negative index is no large one.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int a[4] = {1, 2, 3, 4};
    int *p = a + 3;
    unsigned long i = -1;
    if (p[i] != 3 || p[-3] != 1)
        reach_error();
    return 0;
}

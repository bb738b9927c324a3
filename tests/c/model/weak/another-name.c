// A weak name for a function that is there.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int real(void) {
    return 3;
}
int other(void) __attribute__((weak, alias("real")));
int main(void) { //~ NOT-VIOLATED
    if (other() != 3)
        reach_error();
    return 0;
}

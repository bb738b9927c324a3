// Nothing is known of the order of functions in memory.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
static int f(void) {
    return 1;
}
static int g(void) {
    return 1;
}
int main(void) { //~ NOT-PROVED
    if ((unsigned long)f < (unsigned long)g)
        reach_error();
    return 0;
}

// Compound literals that may be written to are different objects.
// Checked: C11 6.5.2.5.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int *a = (int[]) {1,2};
    int *b = (int[]) {1,2};
    if (a == b)
        reach_error();
    return 0;
}

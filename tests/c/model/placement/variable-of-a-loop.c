// A variable of a loop's body may be at the same place each time.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    unsigned long a = 0;
    int same = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if ((unsigned long)&x == a)
            same = 1;
        a = (unsigned long)&x;
    }
    if (same)
        reach_error();
    return 0;
}

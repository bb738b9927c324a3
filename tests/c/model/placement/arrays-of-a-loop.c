// Arrays of variable length in a loop may be at the same place.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    unsigned long last = 0;
    int same = 0;
    for (int n = 3; n < 5; n++) {
        char v[n];
        v[0] = 1;
        if ((unsigned long)v == last)
            same = 1;
        last = (unsigned long)v;
    }
    if (!same)
        return 0;
    reach_error();
    return 0;
}

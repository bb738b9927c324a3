// Each round may have its variable at another place.
// Checked: C11 6.2.4p6.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i == 1 && p != &x)
            reach_error();
        p = &x;
    }
}

// One object need not begin where another one ends.
// Checked: C11 6.5.9p6.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int one[4] = {1}, other[4] = {2};
int main(void) { //~ NOT-PROVED
    if (one + 4 != other)
        reach_error();
    return 0;
}

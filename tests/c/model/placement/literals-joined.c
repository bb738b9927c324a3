// A literal that is joined from two may share the memory of an equal one.
// Checked: C11 6.4.5p7; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    const char *x = "ab" "cd";
    const char *y = "abcd";
    if (x == y)
        reach_error();
}

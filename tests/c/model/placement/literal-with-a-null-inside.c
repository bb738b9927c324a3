// A literal may be in the memory of one with a null character inside.
// Checked: C11 6.4.5p7.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    const char *a = "x\0abc", *b = "abc";
    if (a + 2 == b)
        reach_error();
    return 0;
}

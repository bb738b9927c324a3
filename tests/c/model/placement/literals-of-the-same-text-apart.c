// Two string literals of the same text may be two objects.
// Checked: C11 6.4.5p7.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    const char *a = "abc";
    const char *b = "abc";
    if (a != b)
        reach_error();
    return 0;
}

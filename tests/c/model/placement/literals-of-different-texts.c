// Two string literals that differ in their first characters are two objects.
// Checked: C11 6.4.5p7.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    const char *a = "abc";
    const char *b = "xyz";
    if (a == b)
        reach_error();
    return 0;
}

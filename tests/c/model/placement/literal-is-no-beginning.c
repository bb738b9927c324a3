// A literal is no beginning of a longer one: it ends with a null character.
// Checked: C11 6.4.5.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    const char *a = "abc", *b = "ab";
    if (a == b)
        reach_error();
    return 0;
}

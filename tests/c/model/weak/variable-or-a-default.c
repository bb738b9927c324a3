// A weak variable that nobody defines, with a default for that case.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
extern int level __attribute__((weak));
int main(void) { //~ NOT-PROVED
    int l = &level ? level : 7;
    if (l == 7)
        reach_error();
    return 0;
}

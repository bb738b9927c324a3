// A capital letter is one.
// Checked: C11 7.4.1.11.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int isupper(int c);
int main(void) { //~ NOT-VIOLATED
    if (!isupper('A') || isupper('a'))
        reach_error();
    return 0;
}

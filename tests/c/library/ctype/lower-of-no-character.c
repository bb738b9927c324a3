// glibc leaves alone what is no character.
// Checked: glibc's manual on tolower; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int tolower(int c);
int main(void) { //~ NOT-VIOLATED
    if (tolower('A') != 'a' || tolower('1') != '1')
        reach_error();
    return 0;
}

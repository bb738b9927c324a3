// There is no locale.
// Checked: POSIX; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
int isalpha_l(int c, void *locale);
int main(void) { //~ NOT-PROVED
    return isalpha_l('a', 0) == 5;
}

// What is true is anything but zero.
// Checked: C11 7.4.1p1; glibc gives 256: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int isupper(int c);
int main(void) { //~ NOT-PROVED
    if (isupper('A') != 1)
        reach_error();
    return 0;
}

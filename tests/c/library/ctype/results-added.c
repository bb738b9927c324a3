// What is true is anything but zero, and cannot be counted.
// Checked: C11 7.4.1p1; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int isalpha(int c);
int main(void) { //~ NOT-PROVED
    if (isalpha('a') + isalpha('b') != 2)
        reach_error();
    return 0;
}

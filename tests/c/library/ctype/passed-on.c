// A function that passes the result on passes on anything but zero.
// Checked: C11 7.4.1p1; glibc gives 1024: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
extern void reach_error(void);
int isalpha(int c);
static int is_letter(int c) {
    return isalpha(c);
}
int main(void) { //~ NOT-PROVED
    if (is_letter('a') != 1)
        reach_error();
    return 0;
}

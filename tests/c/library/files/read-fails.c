// read may fail with -1.
// Checked: POSIX, read.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
int main(void) { //~ NOT-PROVED
    char b[8];
    long n = read(0, b, 7);
    b[n] = 0;
    return 0;
}

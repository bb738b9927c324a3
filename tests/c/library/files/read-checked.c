// read gives no more than it is asked for.
// Checked: POSIX, read.
//@ engines: auto interp smg hunt template sl horn
#include <unistd.h>
int main(void) { //~ NOT-VIOLATED
    char b[8];
    long n = read(0, b, 7);
    if (n >= 0)
        b[n] = 0;
    return 0;
}

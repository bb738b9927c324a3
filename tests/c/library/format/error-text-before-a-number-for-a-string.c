// %m takes no argument, so the number is taken for a string.
// Checked: glibc's manual; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    errno = EPERM;
    printf("%m %s\n", 1, "x");
    return 0;
}

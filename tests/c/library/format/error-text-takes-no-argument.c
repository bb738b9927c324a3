// %m prints the text of errno and takes no argument.
// Checked: glibc's manual; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
int main(void) { //~ NOT-VIOLATED
    errno = EPERM;
    printf("%m %s\n", "x");
    return 0;
}

// POSIX lets a format number its arguments: no error of the program, but nothing that the machine can do.
//@ command: run
#include <stdio.h>
int main(void) {
    printf("%2$s %1$d\n", 1, "x"); //~ UNKNOWN unsupported
    return 0;
}

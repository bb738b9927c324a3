// POSIX lets a format number its arguments.
//@ command: run
#include <stdio.h>
int main(void) {
    printf("%2$s %1$d\n", 1, "x"); //~ SAFE
    return 0;
}

// %n writes to freed memory.
// Checked: valgrind reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    int *n = malloc(sizeof *n);
    free(n);
    printf("abc%n\n", n);
    return 0;
}

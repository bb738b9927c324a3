// The buffer of a stream is smaller than was said.
// Checked: C11 7.21.5.6p2; AddressSanitizer or valgrind report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *buffer = malloc(4);
    if (!buffer)
        return 0;
    setvbuf(stdout, buffer, _IOFBF, 100);
    puts("a text of more than four bytes");
    fflush(stdout);
    setvbuf(stdout, 0, _IONBF, 0);
    free(buffer);
    return 0;
}

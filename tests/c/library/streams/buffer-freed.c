// The buffer of a stream is freed before the stream is closed.
// Checked: C11 7.21.5.6p2, note 274; AddressSanitizer or valgrind report the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    char *buffer = malloc(BUFSIZ);
    if (!buffer)
        return 0;
    setbuf(stdout, buffer);
    free(buffer);
    puts("x");
    return 0;
}

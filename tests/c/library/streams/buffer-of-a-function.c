// The buffer of a stream is a variable of a function that has returned.
// Checked: C11 7.21.5.6p2, note 274; AddressSanitizer or valgrind report the write.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
static void prepare(void) {
    char buffer[BUFSIZ];
    setbuf(stdout, buffer);
}
int main(void) { //~ NOT-PROVED
    prepare();
    puts("x");
    return 0;
}

// There is no stream to write to.
// Checked: POSIX; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int putw(int word, FILE *stream);
int main(void) { //~ NOT-PROVED
    return putw(1, 0) == 5;
}

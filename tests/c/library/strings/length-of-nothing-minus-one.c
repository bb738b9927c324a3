// The last character of an empty string is before its beginning.
// Checked: AddressSanitizer reports the underrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) { //~ NOT-PROVED
    char b[3];
    b[0] = __VERIFIER_nondet_char();
    b[1] = 0;
    b[2] = 0;
    size_t n = strlen(b);
    b[n - 1] = 0;
    return 0;
}

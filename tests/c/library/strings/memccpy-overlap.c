// The two arrays overlap.
// Checked: POSIX memccpy; AddressSanitizer does not look.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char a[8] = "abcdefg";
    memccpy(a + 1, a, 0, 4);
    return 0;
}

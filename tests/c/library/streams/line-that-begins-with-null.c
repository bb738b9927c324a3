// A line may begin with a null character.
// Checked: AddressSanitizer reports the underrun.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char b[8];
    if (!fgets(b, 8, stdin))
        return 0;
    size_t n = strlen(b);
    b[n - 1] = 0;
    return 0;
}

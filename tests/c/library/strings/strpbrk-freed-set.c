// The set of characters has been freed.
// Checked: AddressSanitizer reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *set = malloc(2);
    if (!set)
        return 0;
    set[0] = 'b';
    set[1] = 0;
    free(set);
    return strpbrk("axc", set) != 0;
}

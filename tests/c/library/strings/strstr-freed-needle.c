// The string that is looked for has been freed.
// Checked: AddressSanitizer reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *needle = malloc(2);
    if (!needle)
        return 0;
    needle[0] = 'b';
    needle[1] = 0;
    free(needle);
    return strstr("abc", needle) != 0;
}

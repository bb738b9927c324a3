// The string in which to go on has been freed.
// Checked: AddressSanitizer and valgrind report the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *text = malloc(4);
    if (!text)
        return 0;
    memcpy(text, "a,b", 4);
    strtok(text, ",");
    free(text);
    return strtok(0, ",") != 0;
}

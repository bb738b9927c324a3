// The string in which to go on has been freed, after its last word.
// Checked: valgrind reports the use after free (glibc looks at the end again).
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *text = malloc(2);
    if (!text)
        return 0;
    memcpy(text, "a", 2);
    strtok(text, ",");
    free(text);
    return strtok(0, ",") != 0;
}

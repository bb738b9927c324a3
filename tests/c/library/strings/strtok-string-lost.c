// That strtok refers to a string does not keep it.
// Checked: no pointer of the program leads to the block.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *text = strdup("a b");
    if (!text)
        return 0;
    strtok(text, " ");
    text = 0;
    return 0;
}

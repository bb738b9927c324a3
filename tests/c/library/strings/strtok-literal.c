// strtok writes to the string.
// Checked: the gcc binary crashes.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *t = strtok("a,b", ",");
    return t == 0;
}

// There is no token among separators.
// Checked: the gcc binary crashes.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char s[] = ",,,";
    char *t = strtok(s, ",");
    return t[0];
}

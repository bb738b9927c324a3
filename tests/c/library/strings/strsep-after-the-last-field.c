// After the last field there is no rest.
// Checked: the gcc binary crashes.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <string.h>
int main(void) { //~ NOT-PROVED
    char s[] = "a";
    char *p = s;
    strsep(&p, ",");
    return p[0];
}

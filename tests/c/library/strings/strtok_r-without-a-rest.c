// There is no string to go on in.
// Checked: glibc 2.36: the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char *rest = 0;
    return strtok_r(0, ",", &rest) != 0;
}

// There is no string to look for.
// Checked: C11 7.24.5.7; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[] = "abc";
    char *needle = 0;
    return strstr(text, needle) != 0;
}

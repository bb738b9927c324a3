// After the last word, the rest is an empty string.
// Checked: glibc's manual; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-VIOLATED
    char text[] = "a,b";
    char *rest = 0;
    strtok_r(text, ",", &rest);
    strtok_r(0, ",", &rest);
    return *rest;
}

// strrchr gives null if the character is not there.
// Checked: the gcc binary crashes.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char s[] = "abc";
    *strrchr(s, 'z') = 0;
    return 0;
}

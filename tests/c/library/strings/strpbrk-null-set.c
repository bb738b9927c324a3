// There is no set of characters.
// Checked: C11 7.24.5.4; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
int main(void) { //~ NOT-PROVED
    char text[] = "abc";
    char *set = 0;
    return strpbrk(text, set) != 0;
}

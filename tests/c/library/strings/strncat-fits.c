// strncat into an array that is large enough.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[7] = "abc";
    strncat(b, "defgh", 3);
    if (strcmp(b, "abcdef"))
        reach_error();
    return 0;
}

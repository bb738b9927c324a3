// The end is part of the string.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char s[] = "abc";
    if (strchr(s, 0) != s + 3)
        reach_error();
    return 0;
}

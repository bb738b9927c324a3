// The second argument is printed before the first.
// Checked: POSIX; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[4];
    sprintf(text, "%2$s%1$d", 1, "ab");
    if (text[0] != 'a' || text[2] != '1' || text[3] != 0)
        reach_error();
    return 0;
}

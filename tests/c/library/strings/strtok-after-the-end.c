// After the last word there is none, however often it is asked for.
// Checked: C11 7.24.5.8; clean under AddressSanitizer and valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[] = "a,b";
    if (strtok(text, ",") != text || strtok(0, ",") != text + 2)
        reach_error();
    if (strtok(0, ",") || strtok(0, ","))
        reach_error();
    return 0;
}

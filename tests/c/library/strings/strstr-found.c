// What is found lies in the first string.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char text[] = "xabx", needle[] = "ab";
    char *found = strstr(text, needle);
    if (found != text + 1)
        reach_error();
    return 0;
}

// The result of a comparison may be any number of its sign.
// Checked: C11 7.24.4.2p3.
//@ engines: auto interp smg hunt template
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (strcmp("d", "a") > 100)
        reach_error();
    return 0;
}

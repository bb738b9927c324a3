// A comparison that is called through a pointer promises no more than a sign.
// Checked: C11 7.24.4.1p3.
//@ engines: auto interp smg hunt template
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int (*compare)(const void *, const void *, unsigned long) = memcmp;
    if (compare("d", "a", 1) == 1)
        reach_error();
    return 0;
}

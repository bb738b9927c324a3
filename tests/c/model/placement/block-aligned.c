// Blocks begin at multiples of 16.
// Checked: glibc's manual, 3.2.3.6 (64-bit systems).
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(100);
    unsigned long rest = (unsigned long)p % 16;
    free(p);
    if (rest != 0)
        reach_error();
    return 0;
}

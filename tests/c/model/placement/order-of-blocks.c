// Which of two blocks has the lower address is not said.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(24);
    char *q = malloc(24);
    int before = (unsigned long)p < (unsigned long)q;
    free(p);
    free(q);
    if (before)
        reach_error();
    return 0;
}

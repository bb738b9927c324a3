// A pointer to a freed block may compare equal to a new one's.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(24);
    free(p);
    char *q = malloc(24);
    if (q == p)
        reach_error();
    free(q);
    return 0;
}

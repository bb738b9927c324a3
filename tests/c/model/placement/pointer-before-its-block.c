// A pointer before its block may be the address of another one.
// Checked: C11 6.5.6p8; where blocks are is the allocator's choice.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(16), *q = malloc(16);
    if (p-64 == q)
        reach_error();
    free(p);
    free(q);
}

// The bytes of both pointers are equal if the block stays.
// Checked: C11 7.22.3.5; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *p = malloc(4), *o;
    o = p;
    char *q = realloc(p, 8);
    if (memcmp(&o, &q, sizeof o) == 0)
        reach_error();
    free(q);
}

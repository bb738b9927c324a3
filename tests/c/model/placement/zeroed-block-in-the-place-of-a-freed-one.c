// calloc may give the memory of a freed block.
// Checked: C11 7.22.3.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    unsigned long a;
    char *p = malloc(24);
    a = (unsigned long)p;
    free(p);
    char *q = calloc(1, 24);
    int bad = q && (unsigned long)q == a;
    free(q);
    if (bad)
        reach_error();
    return 0;
}

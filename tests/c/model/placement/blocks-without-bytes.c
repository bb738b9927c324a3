// Blocks of no bytes have addresses of their own.
// Checked: C11 7.22.3p1; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(0), *q = malloc(0);
    if (p && p == q)
        reach_error();
    free(p);
    free(q);
}

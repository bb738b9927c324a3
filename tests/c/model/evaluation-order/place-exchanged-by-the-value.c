// The place is found before or after the value exchanges the pointers.
// Checked: C11 6.5.16p3.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static int *p, *q;
static int sw(void) {
    int *t = p;
    p = q;
    q = t;
    return 9;
}
int main(void) { //~ NOT-PROVED
    p = malloc(4);
    q = malloc(4);
    *p = 0;
    *q = 0;
    *p = sw();
    if (*p == 9)
        reach_error();
    free(p);
    free(q);
    p = q = 0;
}

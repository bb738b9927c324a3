// Whether the stack is above the heap is the system's choice.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int x;
    int *p = malloc(4);
    if (!p)
        return 0;
    int above = (unsigned long)&x > (unsigned long)p;
    free(p);
    if (above)
        reach_error();
    return 0;
}

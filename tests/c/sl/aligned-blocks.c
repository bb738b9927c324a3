// Blocks are aligned, so the low bits of a pointer can hold a mark.
//@ engines: sl
//@ property: valid-deref valid-free unreach-call
#include <stdlib.h>
#include <stdint.h>
extern void reach_error(void);
int main(void) { //~ SAFE
    int *p = malloc(sizeof *p);
    uintptr_t marked = (uintptr_t)p + 1;
    if ((marked & 1) == 0)
        reach_error();
    int *q = (int *)(marked - 1);
    *q = 1;
    free(q);
    return 0;
}

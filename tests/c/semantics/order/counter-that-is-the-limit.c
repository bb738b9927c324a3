// The counter is the limit that it is compared with: what comes out depends on the order.
//@ engines: interp smg hunt auto
#include <stdlib.h>
struct pair { unsigned count, *limit; };
int main(void) { //~ NOT-PROVED
    struct pair *p = malloc(sizeof *p);
    p->count = 1;
    p->limit = &p->count;
    struct pair *q = p;
    int *block = malloc(sizeof(int));
    if (++(p->count) > *q->limit)
        block[1] = 1;
    free(block);
    free(p);
    return 0;
}

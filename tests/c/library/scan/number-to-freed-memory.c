// The number is written to a block that has been freed.
//@ engines: auto smg hunt
#include <stdio.h>
#include <stdlib.h>
int main(void) { //~ NOT-PROVED
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    free(p);
    scanf("%d", p);
    return 0;
}

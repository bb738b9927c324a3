// No address is below null.
//@ engines: smg interp hunt
//~ SAFE
#include <stdlib.h>
static int here;

int main(void) {
    int *nothing = NULL;
    int *block = malloc(sizeof *block);
    if (&here < (int *)0 || block < (int *)0)
        *nothing = 1;
    if (block >= (int *)0)
        free(block);
    return 0;
}

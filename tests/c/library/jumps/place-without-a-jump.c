// Where nobody jumps, `setjmp` returns once, with zero.
//@ engines: smg auto
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf place;
int main(void) {   //~ SAFE
    char *text = malloc(8);
    if (setjmp(place) == 0)
        free(text);
    return 0;
}

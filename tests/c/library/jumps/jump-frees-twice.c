// Whoever jumps comes back to the place, and the block is freed there and here.
//@ engines: interp hunt template sl auto
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf place;
static void fail(void) { longjmp(place, 1); }
int main(void) {
    char *text = malloc(8);
    if (setjmp(place) == 0) {
        free(text);
        fail();
    }
    free(text); //~ ERROR double-free
    return 0;
}

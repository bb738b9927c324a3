// Whoever jumps comes back to the place: no engine follows that.
//@ engines: smg hunt auto
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
    free(text);
    return 0;
}
//~ UNKNOWN unsupported

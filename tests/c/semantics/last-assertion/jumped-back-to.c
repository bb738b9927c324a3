// A jump leads back to the assertion.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
#include <setjmp.h>
#include <stdlib.h>
extern void reach_error(void);
static jmp_buf place;
int main(void) { //~ NOT-PROVED
    if (setjmp(place) == 1)
        reach_error();
    free(malloc(3));
    longjmp(place, 1);
}

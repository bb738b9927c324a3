// The function that the buffer speaks of has returned: C does not say what happens.
//@ engines: auto hunt smg template sl
#include <setjmp.h>
static jmp_buf place;
static int remember(void) {
    return setjmp(place);
}
int main(void) { //~ NOT-PROVED
    if (remember() == 0)
        longjmp(place, 1);
    return 0;
}

// A variable that nobody changed has its value behind the jump.
//@ property: unreach-call
//@ engines: auto interp hunt smg template sl
#include <setjmp.h>
void reach_error(void);
static jmp_buf place;
int main(void) { //~ SAFE
    int n = 1;
    if (setjmp(place) == 0) {
        int m = 2;
        if (m == 2)
            longjmp(place, 1);
    }
    if (n != 1)
        reach_error();
    return 0;
}

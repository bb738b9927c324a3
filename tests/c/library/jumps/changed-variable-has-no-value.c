// A variable that is not volatile and was changed since need not have its last value.
//@ property: unreach-call
//@ engines: auto interp hunt smg template sl horn
#include <setjmp.h>
void reach_error(void);
static jmp_buf place;
int main(void) { //~ NOT-PROVED
    int n = 1;
    if (setjmp(place) == 0) {
        n = 2;
        longjmp(place, 1);
    }
    if (n != 2)
        reach_error();
    return 0;
}

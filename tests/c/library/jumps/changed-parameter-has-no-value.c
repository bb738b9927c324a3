// A parameter that was changed since need not have its last value.
//@ property: unreach-call
//@ engines: auto interp hunt smg template sl horn
#include <setjmp.h>
void reach_error(void);
static jmp_buf place;
static int count(int n) {
    if (setjmp(place)) {
        if (n != 4)
            reach_error();
        return 0;
    }
    n++;
    if (n > 3)
        longjmp(place, 1);
    return n;
}
int main(void) { //~ NOT-PROVED
    return count(3);
}

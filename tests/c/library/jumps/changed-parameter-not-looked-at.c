// A parameter is changed, and not looked at behind the jump.
//@ engines: auto interp hunt smg template sl
#include <setjmp.h>
static jmp_buf place;
static int count(int n) {
    if (setjmp(place)) {
        n = 7;
        return n;
    }
    n++;
    if (n > 3)
        longjmp(place, 1);
    return n;
}
int main(void) { //~ SAFE
    return count(3);
}

// What `longjmp` is given arrives, and one instead of zero; the inner place is the one that is meant.
//@ property: unreach-call
//@ engines: auto interp hunt template sl
#include <setjmp.h>
void reach_error(void);
static jmp_buf outer, inner;
static int work(int how) {
    int came = setjmp(inner);
    if (came == 0) {
        if (how < 2)
            longjmp(how ? inner : outer, how * 5);
        return 1;
    }
    return came;
}
int main(void) { //~ SAFE
    volatile int round = 0;
    int came = setjmp(outer);
    if (came == 0) {
        if (work(2) != 1 || work(1) != 5)
            reach_error();
        round = 1;
        work(0);
        reach_error();
    }
    if (came != 1 || round != 1)
        reach_error();
    return 0;
}

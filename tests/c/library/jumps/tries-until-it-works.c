// A volatile counter keeps its value over jumps.
//@ engines: auto interp hunt smg sl
#include <assert.h>
#include <setjmp.h>
static jmp_buf again;
static void work(int n) {
    if (n < 3)
        longjmp(again, n);
}
int main(void) { //~ SAFE
    volatile int tries = 0;
    setjmp(again);
    tries++;
    work(tries);
    assert(tries == 3);
    return 0;
}

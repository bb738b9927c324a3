// A jump ends the lives of the variables of the functions that it leaves.
//@ engines: auto interp hunt smg sl
#include <setjmp.h>
static jmp_buf place;
static int *pointer;
static void leave(void) {
    int number = 5;
    pointer = &number;
    longjmp(place, 1);
}
int main(void) {
    if (setjmp(place))
        return *pointer; //~ ERROR out-of-scope
    leave();
    return 0;
}

// The last assertion is in a handler that runs when the program ends.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
#include <stdlib.h>
extern void reach_error(void);
static int state;
static void handler(void) {
    if (state == 2)
        reach_error();
}
int main(void) { //~ NOT-PROVED
    atexit(handler);
    if (state)
        reach_error();
    state = 1;
    state++;
    return 0;
}

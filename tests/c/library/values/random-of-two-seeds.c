// Different seeds may give different numbers.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    srand(7);
    int first = rand();
    srand(8);
    if (rand() != first)
        reach_error();
    return 0;
}

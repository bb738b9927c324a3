// Without a seed, the numbers are those of the seed 1.
// Checked: C11 7.22.2.2p2; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int first = rand();
    srand(1);
    if (rand() != first)
        reach_error();
    return 0;
}

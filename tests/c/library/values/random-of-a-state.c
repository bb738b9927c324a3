// The number follows from the state.
// Checked: POSIX on rand_r; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    unsigned one = 5, other = 5;
    if (rand_r(&one) != rand_r(&other) || one != other)
        reach_error();
    return 0;
}

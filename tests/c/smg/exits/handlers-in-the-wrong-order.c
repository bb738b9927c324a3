// The handler that frees runs before the one that looks.
//@ engines: smg
#include <stdlib.h>
static int *number;
static void release(void) {
    free(number);
}
static void look(void) {
    *number += 1;
}
int main(void) { //~ NOT-PROVED
    number = calloc(1, sizeof *number);
    if (!number)
        return 1;
    atexit(look);
    atexit(release);
    return 0;
}

// What is registered last runs first: the first handler frees what the last one still looks at.
//@ engines: smg
#include <stdlib.h>
static int *number;
static void release(void) {
    free(number);
}
static void look(void) {
    *number += 1;
}
int main(void) { //~ SAFE
    number = calloc(1, sizeof *number);
    if (!number)
        return 1;
    atexit(release);
    atexit(look);
    return 0;
}

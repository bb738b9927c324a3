// getline moves a buffer that is too small.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    size_t n = 4;
    char *b = malloc(4);
    if (!b)
        return 0;
    char *old = b;
    long r = getline(&b, &n, stdin);
    int moved = r > 0 && b != old;
    free(b);
    if (moved)
        reach_error();
    return 0;
}

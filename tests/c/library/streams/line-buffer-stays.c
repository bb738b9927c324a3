// getline leaves a buffer that is large enough.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    size_t n = 400;
    char *b = malloc(400);
    if (!b)
        return 0;
    char *old = b;
    long r = getline(&b, &n, stdin);
    int stays = r > 0 && b == old;
    free(b);
    if (stays)
        reach_error();
    return 0;
}

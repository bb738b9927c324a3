// A bound that widening loses.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#ifdef BROKEN_BOUNDS
#define ROOM 3
#else
#define ROOM 4
#endif
static int bounds(void) {
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 111111;
    char *bytes = malloc(n + ROOM);
    int i = 0;
    while (i < n && __VERIFIER_nondet_int())
        i += 5;
    bytes[i] = 1;
    free(bytes);
    return 0;
}

// The index comes out of a function whose loop goes past the array.
//@ engines: smg
#include <stdlib.h>

static int limit(void) {
    int n = 0;
    for (int k = 0; k < 7; k++)
        n += 1111;
    return n;
}

static int climb(int n) {
    int i = 0;
    while (i < n)
        i += 3;
    return i;
}

int main(void) {
    int n = limit();
    int i = climb(n);
    char *bytes = malloc(n);
    bytes[i] = 1; //~ ERROR out-of-bounds
    free(bytes);
    return 0;
}

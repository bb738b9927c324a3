// Two blocks lie at a known distance, but nobody may go from one to the other.
//@ command: run
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    char *q = malloc(16);
    q[0] = 1;
    p[q - p] = 2; //~ ERROR pointer-mismatch
    return 0;
}

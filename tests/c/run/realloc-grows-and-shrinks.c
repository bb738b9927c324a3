// realloc keeps the common part, and what is new is indeterminate.
//@ command: run
#include <stdlib.h>
int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 3 * sizeof *p);
    if (p[0] + p[1] != 3)
        return 1;
    if (p[2]) //~ ERROR uninit-read
        return 2;
    free(p);
    return 0;
}

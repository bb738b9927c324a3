// The old pointer dangles after realloc, whether or not the block could have grown in place.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, 400);
    q[0] = 'x';
    p[0] = 'y'; //~ ERROR use-after-free
    free(q);
    return 0;
}

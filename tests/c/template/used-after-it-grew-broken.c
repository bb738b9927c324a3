// The old pointer is used after `realloc`.
//@ engines: template
#include <stdlib.h>
int main(void) {
    int *a = malloc(2 * sizeof *a);
    a[0] = 0;
    int *b = realloc(a, 4 * sizeof *b);
    a[0] = 1; //~ ERROR use-after-free
    free(b);
    return 0;
}

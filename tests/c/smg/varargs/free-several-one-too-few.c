// Three blocks are given, but only two are to be freed.
//@ engines: smg
#include <stdarg.h>
#include <stdlib.h>

static void free_all(int n, ...) {
    va_list blocks;
    va_start(blocks, n);
    while (n-- > 0)
        free(va_arg(blocks, void *));
    va_end(blocks);
}

int main(void) {
    char *a = malloc(1), *b = malloc(2), *c = malloc(3);
    a[0] = b[1] = c[2] = 'x';
    free_all(2, a, b, c);
    return c[2] != 'x'; //~ ERROR memory-leak
}

// A function frees as many blocks as it is told.
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

int main(void) { //~ SAFE
    char *a = malloc(1), *b = malloc(2), *c = malloc(3);
    a[0] = b[1] = c[2] = 'x';
    free_all(3, a, b, c);
    return 0;
}

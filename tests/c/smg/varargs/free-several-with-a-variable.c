// One of the pointers leads to a variable.
//@ engines: smg
#include <stdarg.h>
#include <stdlib.h>

static void free_all(int n, ...) {
    va_list blocks;
    va_start(blocks, n);
    while (n-- > 0)
        free(va_arg(blocks, void *)); //~ ERROR non-heap-free
    va_end(blocks);
}

int main(void) {
    char variable[3];
    char *a = malloc(1), *b = malloc(2), *c = variable;
    a[0] = b[1] = c[2] = 'x';
    free_all(3, a, b, c);
    return 0;
}

// The arguments are walked twice with a copied list of arguments.
//@ engines: smg
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

static int *collect(int n, ...) {
    va_list first, second;
    va_start(first, n);
    va_copy(second, first);
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += va_arg(first, int);
    assert(sum == 9);
    int *all = malloc((size_t)n * sizeof *all);
    for (int i = 0; i < n; i++)
        all[i] = va_arg(second, int);
    va_end(second);
    va_end(first);
    return all;
}

int main(void) { //~ SAFE
    int *all = collect(2, 4, 5);
    assert(all[0] == 4 && all[1] == 5);
    free(all);
    return 0;
}

// qsort, bsearch and strtol, run step by step by every engine.
//@ engines: interp smg
//@ data-model: lp64 ilp32
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) { //~ SAFE
    int values[3] = {3, 1, 2};
    qsort(values, 3, sizeof *values, compare);
    if (values[0] != 1 || values[1] != 2 || values[2] != 3)
        *(volatile char *)0 = 1;
    int key = 2;
    if (bsearch(&key, values, 3, sizeof *values, compare) != &values[1])
        *(volatile char *)0 = 1;
    char *end;
    if (strtol("-12x", &end, 10) != -12 || *end != 'x')
        *(volatile char *)0 = 1;
    return 0;
}

// The size is computed with an `int`, which overflows before the capacity does: then nothing is allocated.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector {
    int *data;
    int length, capacity;
};
static int expand(char **data, int *length, int *capacity, int size) {
    if (*length + 1 > *capacity) {
        int n = *capacity == 0 ? 1 : *capacity << 1;
        void *block = realloc(*data, n * size);
        if (!block)
            return 0;
        *data = block;
        *capacity = n;
    }
    return 1;
}
int main(void) { //~ SAFE
    struct vector v = {0};
    while (__VERIFIER_nondet_int())
        if (expand((char **)&v.data, &v.length, &v.capacity, sizeof *v.data))
            v.data[v.length++] = 1;
    free(v.data);
    return 0;
}

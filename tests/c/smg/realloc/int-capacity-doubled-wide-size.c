// The capacity overflows before the size does: no block is as large as that of a negative one.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector {
    long *data;
    int length, capacity;
};
static int expand(char **data, int *length, int *capacity, int size) {
    if (*length == *capacity) {
        int n = *capacity == 0 ? 1 : *capacity * 2;
        void *block = realloc(*data, n * sizeof(long));
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

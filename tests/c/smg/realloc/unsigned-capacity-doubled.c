// A capacity without a sign becomes zero when it is doubled: the block is freed, and the pointer stays.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector {
    int *data;
    unsigned length, capacity;
};
static int expand(char **data, unsigned *length, unsigned *capacity, int size) {
    if (*length == *capacity) {
        unsigned n = *capacity == 0 ? 1 : *capacity * 2;
        void *block = realloc(*data, n * sizeof(int));
        if (!block)
            return 0;
        *data = block;
        *capacity = n;
    }
    return 1;
}
int main(void) { //~ NOT-PROVED
    struct vector v = {0};
    while (__VERIFIER_nondet_int())
        if (expand((char **)&v.data, &v.length, &v.capacity, sizeof *v.data))
            v.data[v.length++] = 1;
    free(v.data);
    return 0;
}

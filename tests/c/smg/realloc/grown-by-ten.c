// An array that gets room for ten more elements when it is full.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector {
    int *data;
    size_t length, capacity;
};
int main(void) { //~ SAFE
    struct vector v = {0};
    v.capacity = 1;
    v.data = malloc(sizeof *v.data);
    if (!v.data)
        return 1;
    while (__VERIFIER_nondet_int()) {
        if (v.length + 1 > v.capacity) {
            int *data = realloc(v.data, (v.capacity + 10) * sizeof *data);
            if (!data)
                abort();
            v.data = data;
            v.capacity += 10;
        }
        v.data[v.length++] = 1;
    }
    long sum = 0;
    for (size_t i = 0; i < v.length; i++)
        sum += v.data[i];
    free(v.data);
    return 0;
}

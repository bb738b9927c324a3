// The same, read one element too far.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct vector {
    int *data;
    size_t length, capacity;
};
static int push(struct vector *v, int x) {
    if (v->length == v->capacity) {
        size_t capacity = v->capacity ? 2 * v->capacity : 8;
        int *data = realloc(v->data, capacity * sizeof *data);
        if (!data)
            return 0;
        v->data = data;
        v->capacity = capacity;
    }
    v->data[v->length++] = x;
    return 1;
}
int main(void) { //~ NOT-PROVED
    struct vector v = {0};
    while (__VERIFIER_nondet_int())
        if (!push(&v, 1))
            break;
    long sum = 0;
    for (size_t i = 0; i <= v.length; i++)
        sum += v.data[i];
    free(v.data);
    return 0;
}

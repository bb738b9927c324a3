// The element that is appended lies in the block that is resized.
// Checked: AddressSanitizer reports it.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
struct vec {
    int *d;
    unsigned n, cap;
};
static void push(struct vec *v, int *x) {
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap*2:1;
        v->d = realloc(v->d, v->cap*sizeof(int));
    }
    v->d[v->n++] = *x;
}
int main(void) { //~ NOT-PROVED
    struct vec v = {0};
    int o = 1;
    push(&v, &o);
    push(&v, &v.d[0]);
    free(v.d);
}

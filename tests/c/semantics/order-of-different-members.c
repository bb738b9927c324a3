// What is read beside `i++` are other members of the same structure: no order of the operands makes a difference.
//@ engines: interp auto
#include <stdlib.h>
#include <string.h>

struct array {
    unsigned i;
    unsigned long size;
    void (*copy)(void *, const void *);
    char *d;
};

static void copy_int(void *to, const void *from) { memcpy(to, from, sizeof(int)); }

int main(void) {   //~ SAFE
    struct array *a = malloc(sizeof *a);
    a->i = 0;
    a->size = sizeof(int);
    a->copy = copy_int;
    a->d = malloc(2 * sizeof(int));
    int v = 7;
    a->copy(a->d + a->size * a->i++, &v);
    a->copy(a->d + a->size * a->i++, &v);
    int sum = ((int *)a->d)[0] + ((int *)a->d)[1];
    free(a->d);
    free(a);
    return sum != 14;
}

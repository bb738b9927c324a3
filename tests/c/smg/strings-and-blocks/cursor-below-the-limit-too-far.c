// The cursor may have moved, and the last byte behind its start is written.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct area {
    char *cursor;
    char *limit;
    char bytes[104];
};
int main(void) {
    struct area *a = malloc(sizeof *a);
    a->cursor = a->bytes;
    a->limit = a->bytes + 64;
    while (__VERIFIER_nondet_int()) {
        int step = __VERIFIER_nondet_int();
        if (step < 1 || step > 40)
            continue;
        if (a->cursor + step <= a->limit)
            a->cursor += step;
    }
    a->cursor[103] = 1; //~ ERROR out-of-bounds
    free(a);
    return 0;
}

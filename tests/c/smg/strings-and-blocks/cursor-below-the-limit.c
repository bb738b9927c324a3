// A cursor moves through a block by steps of any size, but never beyond a limit that lies before the block's end.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct area {
    char *cursor;
    char *limit;
    char bytes[104];
};
int main(void) { //~ SAFE
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
    a->cursor[39] = 1;
    free(a);
    return 0;
}

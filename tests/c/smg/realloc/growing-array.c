// An array doubles its room when it is full.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    size_t room = 1, used = 0;
    int *a = malloc(room * sizeof *a);
    while (used < 7 && __VERIFIER_nondet_int()) {
        if (used == room) {
            room *= 2;
            a = realloc(a, room * sizeof *a);
        }
        a[used++] = 1;
    }
    for (size_t i = 0; i < used; i++)
        assert(a[i] == 1);
    free(a);
    return 0;
}

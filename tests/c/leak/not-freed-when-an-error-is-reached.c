// A reached error that nobody asked about ends the program, and the block is not freed then.
//@ engines: smg
//@ property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int holds) {
    if (!holds)
        reach_error();
}
int main(void) {
    int *p = malloc(sizeof *p);
    check(__VERIFIER_nondet_int() != 5); //~ ERROR not-freed-at-exit
    free(p);
    return 0;
}

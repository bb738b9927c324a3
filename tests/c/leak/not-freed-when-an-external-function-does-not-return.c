// Somebody else's function that does not return ends the program.
//@ engines: smg
//@ property: valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
_Noreturn void give_up(void);
int main(void) {
    int *p = malloc(sizeof *p);
    if (__VERIFIER_nondet_int() == 5)
        give_up(); //~ ERROR not-freed-at-exit
    free(p);
    return 0;
}

// Calls through a table whose index is an input.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static void keep(int *p) { *p = 1; free(p); }
static void drop(int *p) { free(p); }
static void (*const table[2])(int *) = {keep, drop};
int main(void) { //~ SAFE
    table[__VERIFIER_nondet_uint() % 2](malloc(sizeof(int)));
    return 0;
}

// A transparent union gets the member that was given.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef union {
    int *number;
    char *text;
} any __attribute__((transparent_union));
static void release(any block) {
    free(block.number);
}
int main(void) {
    int *number = malloc(sizeof *number);
    *number = __VERIFIER_nondet_int();
    release(number);
    return 0;
}
//~ SAFE

// Each kind of command is one case with a break of its own.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    char *block = malloc(4);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        free(block);
        block = NULL;
        break;
    case 1:
    case 2:
        block[3] = 'x';
        free(block);
        block = NULL;
        break;
    default:
        block[0] = 'y';
        break;
    }
    free(block);
    return 0;
}

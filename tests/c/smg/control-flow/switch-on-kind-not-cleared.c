// One case frees the block and leaves the pointer, which is freed at the end.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
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
        break;
    default:
        block[0] = 'y';
        break;
    }
    free(block); //~ ERROR double-free
    return 0;
}

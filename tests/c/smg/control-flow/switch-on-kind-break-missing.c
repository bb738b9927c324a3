// Without a break the first case runs into the second.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *block = malloc(4);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        free(block);
        /* fall through */
    case 1:
    case 2:
        block[3] = 'x'; //~ ERROR use-after-free
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

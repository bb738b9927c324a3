// Nine bytes do not fit between the two places.
//@ engines: smg
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    char *block = calloc(1, 4096);
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 4070)
        return free(block), 0;
    char *from = block + at;
    char *to = from + 8;
    memcpy(to, from, 9); //~ ERROR overlap
    free(block);
    return 0;
}

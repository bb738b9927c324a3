// Eight bytes are copied to the eight bytes behind them, wherever in the block they lie.
//@ engines: smg
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) { //~ SAFE
    char *block = calloc(1, 4096);
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 4080)
        return free(block), 0;
    char *from = block + at;
    char *to = from + 8;
    memcpy(to, from, 8);
    free(block);
    return 0;
}

// The size is kept in a type that can hold it.
//@ engines: smg
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 300)
        return 0;
    unsigned short size = (unsigned short)n;
    char *block = malloc(size);
    memset(block, 0, (size_t)n);
    free(block);
    return 0;
}

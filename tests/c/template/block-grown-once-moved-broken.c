// The old pointer may be equal to the new one.
//@ engines: template smg auto
//@ property: unreach-call
#include <stdlib.h>
void __VERIFIER_assert(int);
int main(void) { //~ NOT-PROVED
    int *a = malloc(2 * sizeof *a);
    int *b = realloc(a, 4 * sizeof *b);
    __VERIFIER_assert(a != b);
    free(b);
    return 0;
}

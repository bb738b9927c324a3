// The longest number has eleven characters and a terminator.
//@ engines: auto smg hunt
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    char *text = malloc(8);
    if (!text)
        return 0;
    sprintf(text, "%d", __VERIFIER_nondet_int());
    free(text);
    return 0;
}

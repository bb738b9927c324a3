// The longest number has eleven characters.
//@ engines: smg auto
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    char *text = malloc(12);
    if (!text)
        return 0;
    int n = sprintf(text, "%d", __VERIFIER_nondet_int());
    if (n < 1 || n > 11)
        *(volatile char *)0 = 0;
    puts(text);
    free(text);
    return 0;
}

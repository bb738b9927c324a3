// Only as much is written as fits; the result says how much there was.
//@ engines: smg auto
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    char text[4];
    int n = snprintf(text, sizeof text, "%d", __VERIFIER_nondet_int());
    if (n >= (int)sizeof text)
        n = sizeof text - 1;
    text[n] = 0;
    return (int)strlen(text) > 3;
}

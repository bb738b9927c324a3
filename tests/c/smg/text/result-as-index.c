// The result of snprintf is the length that the text would have.
//@ engines: auto smg hunt
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { //~ NOT-PROVED
    char text[4];
    int n = snprintf(text, sizeof text, "%d", __VERIFIER_nondet_int());
    text[n] = 0;
    return 0;
}

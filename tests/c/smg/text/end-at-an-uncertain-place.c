// The zero lies somewhere in an array of a fixed size: the string ends there at the latest.
//@ engines: smg
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {   //~ SAFE
    char line[200], copy[200];
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 199)
        return 0;
    line[i] = 0;
    strcpy(copy, line);
    return strlen(copy) > 5;
}

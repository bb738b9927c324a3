// The greatest number of two digits is 99.
//@ engines: hunt auto
#include <stdlib.h>
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    if (text[0] < '0' || text[0] > '9' || text[1] < '0' || text[1] > '9')
        return 0;
    assert(strtod(text, 0) < 99); //~ ERROR assertion-failed
    return 0;
}

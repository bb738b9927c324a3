// `d.d` is a tenth of the two digits.
//@ engines: hunt auto
#include <stdlib.h>
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) { //~ SAFE
    char text[4] = {__VERIFIER_nondet_char(), '.', __VERIFIER_nondet_char(), 0};
    if (text[0] < '0' || text[0] > '9' || text[2] < '0' || text[2] > '9')
        return 0;
    double x = strtod(text, 0);
    assert(x == (10 * (text[0] - '0') + (text[2] - '0')) / 10.0);
    return 0;
}

// Two digits that nobody knows are the number that they say, and the end is behind them.
//@ engines: hunt auto
#include <stdlib.h>
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) { //~ SAFE
    char text[4] = {'-', __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    if (text[1] < '0' || text[1] > '9' || text[2] < '0' || text[2] > '9')
        return 0;
    char *end;
    double x = strtod(text, &end);
    assert(end == text + 3);
    assert(x == -(10 * (text[1] - '0') + (text[2] - '0')));
    return 0;
}

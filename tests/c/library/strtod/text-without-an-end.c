// Digits without a zero byte behind them are read too far.
//@ engines: hunt auto
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[2] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
    if (text[0] != '7' || text[1] == 0)
        return 0;
    return strtod(text, 0) > 7; //~ ERROR out-of-bounds
}

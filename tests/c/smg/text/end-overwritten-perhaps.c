// The second write may hit the only zero that is known.
//@ engines: smg auto
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {   //~ NOT-PROVED
    char line[20];
    memset(line, 'x', sizeof line);
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 19 || j < 0 || j > 19)
        return 0;
    line[i] = 0;
    line[j] = 'y';
    return strlen(line) > 5;
}

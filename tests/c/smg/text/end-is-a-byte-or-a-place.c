// Where two ways meet, the end is the first byte on the one and any on the other.
//@ engines: smg
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {   //~ SAFE
    char line[200];
    line[0] = 0;
    for (int round = 0; round < 100; round++) {
        int i = __VERIFIER_nondet_int();
        if (i > 0 && i <= 199) {
            line[i] = 0;
            line[0] = __VERIFIER_nondet_char();
        }
        if (strlen(line) > 5)
            line[0] = 0;
    }
    return 0;
}

// A static block that is filled as a whole differs from one that was never touched.
//@ engines: hunt
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned char table[64];
int main(void) {
    while (1) {
        if (__VERIFIER_nondet_int())
            memset(table, 1, sizeof table);
        if (__VERIFIER_nondet_int() && table[5] == 1)
            reach_error();   //~ ERROR error-reached
    }
}

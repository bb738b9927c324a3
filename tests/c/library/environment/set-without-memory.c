// Where there may be no memory, a variable that was set may be missing.
//@ engines: auto hunt sl
//@ property: unreach-call
//@ args: --malloc-may-fail
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    setenv("MODE", "1", 1);
    char *mode = getenv("MODE");
    if (__VERIFIER_nondet_int() == 5 && !mode)
        reach_error(); //~ ERROR error-reached
    return 0;
}

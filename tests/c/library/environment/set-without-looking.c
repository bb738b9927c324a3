// A variable that is set is there: `setenv` fails for want of memory only, or for a name that is none.
//@ engines: auto hunt sl
//@ property: unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { //~ SAFE
    setenv("MODE", "1", 1);
    if (__VERIFIER_nondet_int() == 5)
        setenv("MODE", "2", 0);
    char *mode = getenv("MODE");
    if (!mode || *mode != '1')
        reach_error();
    return 0;
}

// What a function asserts of a result that is not known is not its caller's to see to.
//@ engines: sl auto
#include <assert.h>
int level(int n);
int known(int n) {
    int l = level(n);
    if (n > 3)
        assert(l > 0); //~ UNKNOWN external-function
    return l;
}

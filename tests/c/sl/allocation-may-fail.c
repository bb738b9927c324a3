// With --malloc-may-fail the result must be tested.
//@ engines: sl
//@ property: valid-deref
//@ args: --malloc-may-fail
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    *p = 1; //~ ERROR null-deref
    free(p);
    return 0;
}

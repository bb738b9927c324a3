// A failing assertion ends the run; if it was not asked for, what was asked for holds.
//@ property: valid-deref
#include <assert.h>
int main(void) { //~ SAFE
    assert(0);
    return *(int *)0;
}

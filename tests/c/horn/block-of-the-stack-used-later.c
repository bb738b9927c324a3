// A block of the stack is gone when its function has returned.
//@ engines: horn
//@ property: valid-deref
#include <alloca.h>
static int *made(void) {
    int *p = alloca(sizeof *p);
    *p = 1;
    return p;
}
int main(void) {
    int *p = made();
    return *p; //~ ERROR out-of-scope
}

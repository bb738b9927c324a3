// A block of alloca lives until its function returns.
//@ command: run
#include <alloca.h>
static int *make(void) {
    int *p = alloca(sizeof *p);
    *p = 1;
    return p;
}
int main(void) {
    return *make(); //~ ERROR out-of-scope
}

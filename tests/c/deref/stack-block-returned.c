// What alloca gives ends with the function.
//@ engines: auto interp smg hunt template sl horn
#include <alloca.h>
static char *f(void) {
    char *p = alloca(4);
    p[0] = 1;
    return p;
}
int main(void) { //~ NOT-PROVED
    char *p = f();
    return p[0];
}

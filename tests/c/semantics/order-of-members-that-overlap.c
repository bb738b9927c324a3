// The argument changes the member through which the function is called: either function may be called.
//@ engines: interp auto
#include <stdlib.h>

union choice {
    unsigned long number;
    int (*call)(unsigned long);
};

static int first(unsigned long n) { (void)n; return 0; }

int main(void) {   //~ NOT-PROVED
    union choice *c = malloc(sizeof *c);
    c->call = first;
    int result = c->call(c->number = 1);
    free(c);
    return result;
}

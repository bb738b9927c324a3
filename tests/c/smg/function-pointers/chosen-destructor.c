// A block remembers how it wants to be freed: at all, or not.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct holder {
    char *bytes;
    void (*release)(void *);
};

static char fixed[16];

static void keep(void *p) {
    (void)p;
}

int main(void) { //~ SAFE
    struct holder h;
    if (__VERIFIER_nondet_int()) {
        h.bytes = malloc(16);
        h.release = free;
    } else {
        h.bytes = fixed;
        h.release = keep;
    }
    h.bytes[15] = 0;
    h.release(h.bytes);
    return 0;
}

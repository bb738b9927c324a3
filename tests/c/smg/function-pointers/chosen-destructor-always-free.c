// The static buffer is freed, too.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct holder {
    char *bytes;
    void (*release)(void *);
};

static char fixed[16];

int main(void) {
    struct holder h;
    if (__VERIFIER_nondet_int()) {
        h.bytes = malloc(16);
        h.release = free;
    } else {
        h.bytes = fixed;
        h.release = free;
    }
    h.bytes[15] = 0;
    h.release(h.bytes); //~ ERROR non-heap-free
    return 0;
}

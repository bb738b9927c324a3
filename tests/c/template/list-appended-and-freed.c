// A list that grows at its end, behind a node of its own, is freed from its beginning.
//@ property: valid-deref valid-free
//@ engines: template
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct car {
    struct car *next;
    int seats;
};
int main(void) { //~ SAFE
    struct car *engine = malloc(sizeof *engine);
    engine->next = NULL;
    engine->seats = 0;
    struct car *last = engine;
    while (__VERIFIER_nondet_int()) {
        last->next = malloc(sizeof *last);
        last = last->next;
        last->next = NULL;
        last->seats = 40;
    }
    while (engine) {
        struct car *next = engine->next;
        free(engine);
        engine = next;
    }
    return 0;
}

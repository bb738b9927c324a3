// The byte behind the last one is written.
//@ engines: smg
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct message {
    unsigned length;
    char text[];
};

static struct message *make(unsigned length) {
    struct message *m = malloc(sizeof *m + length);
    m->length = length;
    memset(m->text, ' ', length);
    return m;
}

int main(void) {
    unsigned length = __VERIFIER_nondet_int() ? 3 : 7;
    struct message *m = make(length);
    struct message *copy = malloc(sizeof *copy + m->length);
    memcpy(copy, m, sizeof *m + m->length);
    copy->text[copy->length] = '!'; //~ ERROR out-of-bounds
    free(m);
    free(copy);
    return 0;
}

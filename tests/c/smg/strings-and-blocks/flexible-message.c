// A message with a header and as many bytes as it says.
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

int main(void) { //~ SAFE
    unsigned length = __VERIFIER_nondet_int() ? 3 : 7;
    struct message *m = make(length);
    struct message *copy = malloc(sizeof *copy + m->length);
    memcpy(copy, m, sizeof *m + m->length);
    copy->text[copy->length - 1] = '!';
    free(m);
    free(copy);
    return 0;
}

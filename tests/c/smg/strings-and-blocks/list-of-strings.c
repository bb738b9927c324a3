// A list of copied strings.
//@ engines: smg
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct word {
    char *text;
    struct word *next;
};

static char *copy(const char *s) {
    size_t n = strlen(s) + 1;
    char *c = malloc(n);
    memcpy(c, s, n);
    return c;
}

int main(void) { //~ SAFE
    struct word *words = NULL;
    while (__VERIFIER_nondet_int()) {
        struct word *w = malloc(sizeof *w);
        w->text = copy(__VERIFIER_nondet_int() ? "heap" : "graph");
        w->next = words;
        words = w;
    }
    while (words) {
        struct word *w = words;
        words = w->next;
        free(w->text);
        free(w);
    }
    return 0;
}

// A small node is taken for a large one.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct any {
    struct any *next;
};
struct small {
    struct any *next;
    char c;
};
struct large {
    struct any *next;
    long numbers[4];
};

int main(void) {
    struct large *last = malloc(sizeof *last);
    last->numbers[3] = 9;
    last->next = NULL;
    struct any *list = (struct any *)last;
    while (__VERIFIER_nondet_int()) {
        struct small *s = malloc(sizeof *s);
        s->c = 'x';
        s->next = list;
        list = (struct any *)s;
    }
    ((struct large *)list)->numbers[3] = 7; //~ ERROR out-of-bounds
    while (list) {
        struct any *a = list;
        list = a->next;
        free(a);
    }
    return 0;
}

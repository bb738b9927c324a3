// The second list of each row is forgotten.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct number {
    struct number *next;
    int value;
};

struct word {
    char letters[4];
    struct word *next;
};

struct row {
    struct number *numbers;
    struct word *words;
    struct row *next;
};

static void free_row(struct row *r) {
    while (r->numbers) {
        struct number *n = r->numbers;
        r->numbers = n->next;
        free(n);
    }
    free(r); //~ ERROR memory-leak
}

int main(void) {
    struct row *rows = NULL;
    while (__VERIFIER_nondet_int()) {
        struct row *r = calloc(1, sizeof *r);
        while (__VERIFIER_nondet_int()) {
            struct number *n = malloc(sizeof *n);
            n->value = 6;
            n->next = r->numbers;
            r->numbers = n;
        }
        while (__VERIFIER_nondet_int()) {
            struct word *w = malloc(sizeof *w);
            w->letters[0] = 'a';
            w->next = r->words;
            r->words = w;
        }
        r->next = rows;
        rows = r;
    }
    while (rows) {
        struct row *next = rows->next;
        free_row(rows);
        rows = next;
    }
    return 0;
}

// The leaves of every branch are forgotten.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct leaf {
    struct leaf *next;
};
struct branch {
    struct branch *next;
    struct leaf *leaves;
};
struct tree {
    struct tree *next;
    struct branch *branches;
};

static struct leaf *leaves(void) {
    struct leaf *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct leaf *l = malloc(sizeof *l);
        l->next = all;
        all = l;
    }
    return all;
}

static struct branch *branches(void) {
    struct branch *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct branch *b = malloc(sizeof *b);
        b->leaves = leaves();
        b->next = all;
        all = b;
    }
    return all;
}

static void fell(struct branch *b) {
    while (b) {
        struct branch *next = b->next;
        free(b); //~ ERROR memory-leak
        b = next;
    }
}

int main(void) {
    struct tree *wood = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree *t = malloc(sizeof *t);
        t->branches = branches();
        t->next = wood;
        wood = t;
    }
    while (wood) {
        struct tree *t = wood;
        wood = t->next;
        fell(t->branches);
        free(t);
    }
    return 0;
}

// The second run of each pair is taken out of the list of runs and forgotten.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct run {
    struct node *list;
    struct run *next;
};

static struct node *merge(struct node *a, struct node *b) {
    struct node *result = NULL;
    struct node **link = &result;
    while (a && b) {
        struct node *smaller = a;
        if (a->value < b->value) {
            a = a->next;
        } else {
            smaller = b;
            b = b->next;
        }
        *link = smaller;
        link = &smaller->next;
    }
    *link = a ? a : b;
    return result;
}

static struct run *add_run(struct run *runs) {
    struct run *r = malloc(sizeof *r);
    r->list = malloc(sizeof *r->list);
    r->list->value = __VERIFIER_nondet_int();
    r->list->next = NULL;
    r->next = runs;
    return r;
}

int main(void) {
    struct run *runs = add_run(NULL);
    while (__VERIFIER_nondet_int())
        runs = add_run(runs);
    while (runs->next) {
        for (struct run *r = runs; r && r->next; r = r->next) {
            struct run *second = r->next;
            r->list = merge(r->list, second->list);
            r->next = second->next; //~ ERROR memory-leak
        }
    }
    struct node *n = runs->list;
    free(runs);
    while (n) {
        struct node *next = n->next;
        free(n);
        n = next;
    }
    return 0;
}

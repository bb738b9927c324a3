// Merge sort without recursion: a list of sorted runs, merged in pairs until one is left.
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

int main(void) { //~ SAFE
    struct run *runs = add_run(NULL);
    while (__VERIFIER_nondet_int())
        runs = add_run(runs);
    while (runs->next) {
        for (struct run *r = runs; r && r->next; r = r->next) {
            struct run *second = r->next;
            r->list = merge(r->list, second->list);
            r->next = second->next;
            free(second);
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

// Only the first node of each chain is freed.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int key;
};
struct table {
    struct node **buckets;
    unsigned n, used;
};
static struct table *make(unsigned n) {
    struct table *t = malloc(sizeof *t);
    t->buckets = calloc(n, sizeof *t->buckets);
    t->n = n;
    t->used = 0;
    return t;
}
static struct node *find(struct table *t, int key) {
    struct node *p = t->buckets[(unsigned)key % t->n];
    while (p && p->key != key)
        p = p->next;
    return p;
}
static void insert(struct table *t, int key) {
    if (find(t, key))
        return;
    struct node *x = malloc(sizeof *x);
    unsigned i = (unsigned)key % t->n;
    x->key = key;
    x->next = t->buckets[i];
    t->buckets[i] = x;
    t->used++;
}
static void erase(struct table *t, int key) {
    unsigned i = (unsigned)key % t->n;
    struct node *p = t->buckets[i], *before = 0;
    while (p && p->key != key) {
        before = p;
        p = p->next;
    }
    if (!p)
        return;
    if (before)
        before->next = p->next;
    else
        t->buckets[i] = p->next;
    free(p);
}
static void destroy(struct table *t) {
    for (unsigned i = 0; i < t->n; i++) {
        struct node *p = t->buckets[i];
        free(p);
    }
    free(t->buckets);
    free(t);
}
int main(void) { //~ NOT-PROVED
    unsigned n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000)
        return 0;
    struct table *t = make(n);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            insert(t, __VERIFIER_nondet_int());
        else
            erase(t, __VERIFIER_nondet_int());
    }
    destroy(t);
    return 0;
}

// The entries between the first and the last one of each queue are forgotten.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct entry {
    struct entry *next;
};

struct queue {
    struct entry *first;
    struct entry *last;
    struct queue *next;
};

static void put(struct queue *q) {
    struct entry *e = malloc(sizeof *e);
    e->next = NULL;
    if (q->last)
        q->last->next = e;
    else
        q->first = e;
    q->last = e;
}

int main(void) {
    struct queue *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct queue *q = malloc(sizeof *q);
        q->first = NULL;
        q->last = NULL;
        do
            put(q);
        while (__VERIFIER_nondet_int());
        q->next = all;
        all = q;
    }
    while (all) {
        struct queue *q = all;
        all = q->next;
        if (q->first != q->last)
            free(q->first); //~ ERROR memory-leak
        free(q->last);
        free(q);
    }
    return 0;
}

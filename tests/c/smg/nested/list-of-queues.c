// Queues of any length with pointers to the first and the last entry, in a list: in a queue of one entry both are the same.
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

int main(void) { //~ SAFE
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
        while (q->first) {
            struct entry *e = q->first;
            q->first = e->next;
            free(e);
        }
        free(q);
    }
    return 0;
}

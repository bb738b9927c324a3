// An element is taken from an empty queue.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct queue {
    struct node *front, *back;
};

static void enqueue(struct queue *q, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = NULL;
    if (q->back)
        q->back->next = n;
    else
        q->front = n;
    q->back = n;
}

static int dequeue(struct queue *q) {
    struct node *n = q->front;
    int value = n->value; //~ ERROR null-deref
    q->front = n->next;
    if (!q->front)
        q->back = NULL;
    free(n);
    return value;
}

int main(void) {
    struct queue q = { NULL, NULL };
    for (int choice = __VERIFIER_nondet_int(); choice; choice = __VERIFIER_nondet_int()) {
        if (choice > 0) {
            enqueue(&q, 5);
        } else {
            int value = dequeue(&q);
            assert(value == 5);
        }
    }
    while (q.front)
        dequeue(&q);
    return 0;
}

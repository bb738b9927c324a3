// A queue that is emptied but for its last node.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};
struct queue {
    struct node *front, *back;
    int count;
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
    q->count++;
}
static int dequeue(struct queue *q) {
    struct node *n = q->front;
    int value = n->value;
    q->front = n->next;
    if (!q->front)
        q->back = NULL;
    free(n);
    q->count--;
    return value;
}
int main(void) { //~ NOT-PROVED
    struct queue q = {NULL, NULL, 0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            enqueue(&q, __VERIFIER_nondet_int());
        else if (q.count > 0)
            dequeue(&q);
    }
    while (q.count > 1)
        dequeue(&q);
    return 0;
}

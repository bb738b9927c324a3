// The first node of the second list is freed but not taken out; what is behind it is lost with it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *first;
};

static void push(struct list *list, struct node *n) {
    n->next = list->first;
    list->first = n;
}

static struct node *pop(struct list *list) {
    struct node *n = list->first;
    if (n)
        list->first = n->next; //~ ERROR use-after-free
    return n;
}

int main(void) {
    struct list from = { NULL }, to = { NULL };
    struct node *n;
    while (__VERIFIER_nondet_int()) {
        n = malloc(sizeof *n);
        n->value = 0;
        push(&from, n);
    }
    while ((n = pop(&from)))
        push(&to, n);
    if (to.first)
        free(to.first); //~ ERROR memory-leak
    while ((n = pop(&to)))
        free(n);
    return 0;
}

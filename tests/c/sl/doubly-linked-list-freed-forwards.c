// A doubly linked list is freed from its start.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next, *prev; };
int main(void) { //~ SAFE
    struct node *first = 0, *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = 0;
        new->prev = last;
        if (last)
            last->next = new;
        else
            first = new;
        last = new;
    }
    while (first) {
        struct node *next = first->next;
        if (next)
            next->prev = 0;
        free(first);
        first = next;
    }
    return 0;
}

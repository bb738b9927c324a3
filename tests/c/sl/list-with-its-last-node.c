// Nodes are put behind the last one of a list.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) { //~ SAFE
    struct node *list = 0, *last = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = 0;
        new->value = 1;
        if (last)
            last->next = new;
        else
            list = new;
        last = new;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

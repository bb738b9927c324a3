// A list is measured and freed by recursion. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
static void destroy(struct node *list) {
    if (list->next) { //~ ERROR null-deref
        destroy(list->next);
        free(list);
    }
}
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->value = __VERIFIER_nondet_int();
        list = new;
    }
    destroy(list);
    return 0;
}

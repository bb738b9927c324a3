// The first node with a value is taken out of a list. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->value = __VERIFIER_nondet_int();
        list = new;
    }
    int wanted = __VERIFIER_nondet_int();
    struct node *before = 0, *at = list;
    while (at && at->value != wanted) {
        before = at;
        at = at->next;
    }
    if (at) {
        before->next = at->next; //~ ERROR null-deref
        free(at);
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

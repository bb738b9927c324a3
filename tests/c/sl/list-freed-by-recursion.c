// A list is measured and freed by recursion.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
static unsigned length(struct node *list) {
    return list ? 1 + length(list->next) : 0;
}
static void destroy(struct node *list) {
    if (list) {
        destroy(list->next);
        free(list);
    }
}
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->value = __VERIFIER_nondet_int();
        list = new;
    }
    unsigned n = length(list);
    destroy(list);
    return n == 7;
}

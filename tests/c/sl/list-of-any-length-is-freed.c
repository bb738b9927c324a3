// A list of any length is built, walked and freed.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        new->value = __VERIFIER_nondet_int();
        list = new;
    }
    int sum = 0;
    for (struct node *p = list; p; p = p->next)
        sum += p->value & 1;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

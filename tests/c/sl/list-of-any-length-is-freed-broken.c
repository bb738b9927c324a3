// A list of any length is built, walked and freed. One step is wrong.
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
    while (list) {
        free(list);
        list = list->next; //~ ERROR use-after-free
    }
    return 0;
}

// A list of any length is reversed.
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
    struct node *done = 0;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    list = done;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}

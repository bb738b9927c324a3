// Each node of a list owns a block.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int *data; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->data = malloc(sizeof *new->data);
        *new->data = 3;
        new->next = list;
        list = new;
    }
    while (list) {
        struct node *next = list->next;
        free(list->data);
        free(list);
        list = next;
    }
    return 0;
}

// Links lead into the middle of nodes. One step is wrong.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct link { struct link *next; };
struct item { long value; struct link link; };
int main(void) {
    struct link *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct item *new = malloc(sizeof *new);
        new->value = 1;
        new->link.next = list;
        list = &new->link;
    }
    while (list) {
        struct link *next = list->next;
        free(list); //~ ERROR interior-free
        list = next;
    }
    return 0;
}

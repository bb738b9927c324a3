// Links lead into the middle of nodes.
//@ engines: sl
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct link { struct link *next; };
struct item { long value; struct link link; };
int main(void) { //~ SAFE
    struct link *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct item *new = malloc(sizeof *new);
        new->value = 1;
        new->link.next = list;
        list = &new->link;
    }
    while (list) {
        struct link *next = list->next;
        free((char *)list - __builtin_offsetof(struct item, link));
        list = next;
    }
    return 0;
}

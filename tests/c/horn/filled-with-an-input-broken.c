// Every node holds a number of its own.
//@ property: unreach-call
//@ engines: horn
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node { int data; struct node *next; };
int main(void) {
    int chosen = __VERIFIER_nondet_int();
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        if (node->data != chosen)
            reach_error();   //~ ERROR error-reached
    return 0;
}

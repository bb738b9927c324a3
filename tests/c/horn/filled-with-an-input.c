// Every node holds the number that was chosen before: runs that chose another one are told apart by their inputs.
//@ property: unreach-call
//@ engines: horn
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
struct node { int data; struct node *next; };
int main(void) {   //~ SAFE
    int chosen = __VERIFIER_nondet_int();
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = chosen;
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        if (node->data != chosen)
            reach_error();
    return 0;
}

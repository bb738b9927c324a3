// What a function does to a list that it is given by reference ([2LS-shape] §4.2); here the old list is
// lost.
//@ property: unreach-call valid-deref
//@ engines: template auto
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __VERIFIER_assert(int);

struct node {
    int value;
    struct node *next;
};

static void chain_node(struct node **head)
{
    struct node *node = malloc(sizeof *node);
    node->value = 7;
    node->next = 0;
    *head = node;
}

int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *before = list;
        chain_node(&list);
        __VERIFIER_assert(list != before && list->value == 7);
    }
    struct node *rest = list;
    chain_node(&list);
    __VERIFIER_assert(list != rest && list->next == rest); //~ ERROR assertion-failed
    for (struct node *p = list; p; p = p->next)
        __VERIFIER_assert(p->value == 7);
    return 0;
}

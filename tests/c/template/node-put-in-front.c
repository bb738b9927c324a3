// What a function does to a list that it is given by reference ([2LS-shape] §4.2): the list begins with a new node behind which the old
// list follows.
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
    node->next = *head;
    *head = node;
}

int main(void) //~ SAFE
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *before = list;
        chain_node(&list);
        __VERIFIER_assert(list->next == before && list->value == 7);
    }
    struct node *rest = list;
    chain_node(&list);
    __VERIFIER_assert(list != rest && list->next == rest);
    for (struct node *p = list; p; p = p->next)
        __VERIFIER_assert(p->value == 7);
    return 0;
}

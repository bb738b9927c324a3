// What functions do ([2LS-shape] §4.2): to a list that one is given by reference, and to numbers by one that calls itself.
//@ args: check --quiet --invariants --engine template --property unreach-call --property valid-deref
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void *malloc(unsigned long);

struct node {
    struct node *next;
};

static void chain_node(struct node **head)
{
    struct node *node = malloc(sizeof(*node));
    node->next = *head;
    *head = node;
}

static int steps(int n)
{
    if (n <= 0)
        return 0;
    return 1 + steps(n - 1);
}

int main(void)
{
    struct node *list = 0;
    chain_node(&list);
    struct node *rest = list;
    chain_node(&list);
    __VERIFIER_assert(list->next == rest);
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        __VERIFIER_assert(steps(n) == n);
    return 0;
}

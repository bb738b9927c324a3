// Where one comes who follows the links of a list ([2LS-shape] §3.2): from the first node to the last one, to null, and to every node.
//@ args: check --quiet --invariants --engine template --property valid-memtrack --property valid-free --property valid-deref
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *head = 0, *tail = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = 0;
        if (tail)
            tail->next = n;
        else
            head = n;
        tail = n;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}

// What a proof rests on, in the program's own words: formulas over variables, and the shapes of the memory.
//@ args: check --quiet --invariants --engine smg
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct node {
    struct node *next;
    int data;
};

static void destroy(struct node *list)
{
    while (list != 0) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = 0;
    int first = 0, last = 3;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->data = first;
        node->next = list;
        list = node;
        if (first < 7) {
            first++;
            last++;
        }
    }
    destroy(list);
    return 0;
}

// Where pointers lead and what the nodes of a list hold ([2LS-heap], Listing 1): the first node apart from those that a loop makes.
//@ args: check --quiet --invariants --engine template --property unreach-call
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void *malloc(unsigned long);

typedef struct node {
    int val;
    struct node *next;
} Node;

int main(void)
{
    Node *p, *list = malloc(sizeof(Node));
    Node *tail = list;
    *list = (Node){.next = 0, .val = 10};
    while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        if (x < 10 || x > 20)
            continue;
        p = malloc(sizeof(Node));
        *p = (Node){.next = 0, .val = x};
        tail->next = p;
        tail = p;
    }
    while (1) {
        for (p = list; p != 0; p = p->next) {
            __VERIFIER_assert(p->val <= 20 && p->val >= 10);
            if (p->val < 20)
                p->val++;
            else
                p->val /= 2;
        }
    }
}

// A list of three nodes is turned around while it is walked ([2LS-shape] §4.1): the nodes are linked backwards in the same order.
//@ property: unreach-call valid-deref
//@ engines: template auto
extern void *malloc(unsigned long);
extern void __VERIFIER_assert(int);

struct node {
    struct node *next;
    struct node *prev;
};

int main(void) //~ SAFE
{
    struct node *head = malloc(sizeof *head);
    struct node *mid = malloc(sizeof *mid);
    struct node *tail = malloc(sizeof *tail);
    head->next = mid;
    mid->next = tail;
    tail->next = 0;
    head->prev = 0;
    struct node *list = head;
    while (list != tail) {
        struct node *next = list->next;
        next->prev = list;
        list->next = 0;
        list = next;
    }
    __VERIFIER_assert(tail->prev == mid && mid->prev == head && head->prev == 0);
    __VERIFIER_assert(head->next == 0 && mid->next == 0);
    return 0;
}

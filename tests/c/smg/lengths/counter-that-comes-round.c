// The loop ends when its counter has come round: behind it the list is lost, although lists are assumed not to be so long.
//@ engines: smg
#include <stdlib.h>
struct node {
    struct node *next;
};
static struct node *make(void) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    return n;
}
static struct node *make_all(void) {
    struct node *list = make(), *last = list;
    for (unsigned i = 1; i; ++i) {
        last->next = make();
        last = last->next;
    }
    return list;
}
int main(void) { //~ NOT-PROVED
    struct node *list = make_all();
    return list == NULL;
}

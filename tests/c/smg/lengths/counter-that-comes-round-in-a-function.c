// As counter-that-comes-round, but the nodes are made in a function, and a node is used behind the loop that is gone.
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
    unsigned i = 1;
    while (1) {
        if (!i)
            return list;
        last->next = make();
        last = last->next;
        i++;
    }
}
int main(void) { //~ NOT-PROVED
    struct node *list = make_all();
    struct node *second = list->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    second->next = NULL;
    return 0;
}

// Each node of a list owns a text.
//@ engines: sl
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; char *text; };
int main(void) { //~ SAFE
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->text = malloc(8);
        n->text[0] = 0;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        free(list->text);
        free(list);
        list = next;
    }
    return 0;
}

// The last of nine lists is not freed.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
};
int main(void) {
    struct node *lists[9] = {0};
    for (int i = 0; i < 9; i++)
        while (__VERIFIER_nondet_int()) {
            struct node *n = malloc(sizeof *n);
            n->next = lists[i];
            lists[i] = n;
        }
    for (int i = 0; i < 8; i++) //~ ERROR memory-leak
        while (lists[i]) {
            struct node *n = lists[i];
            lists[i] = n->next;
            free(n);
        }
    return 0;
}

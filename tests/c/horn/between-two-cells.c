// A pointer that goes on in small steps stops between two members: what is written there is in both.
//@ property: unreach-call
//@ engines: horn
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node { int *next; int a, b; };
int main(void) { //~ NOT-PROVED
    struct node *n = malloc(sizeof *n);
    n->next = &n->a;
    n->a = n->b = 0;
    char *p = (char *)n;
    while (__VERIFIER_nondet_int() && p < (char *)&n->b)
        p += 2;
    if (p == (char *)n + 10)
        *(int *)p = 0x01010101;
    if (n->a && n->b)
        reach_error();
}

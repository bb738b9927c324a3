// Only a list of three nodes with one particular value shows it.
//@ engines: hunt
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void reach_error(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    }
    for (int i = 0; head; i++) {
        struct node *n = head;
        head = head->next;
        if (i == 2 && n->value == 42)
            free(n);
        free(n);   //~ ERROR double-free
    }
    return 0;
}

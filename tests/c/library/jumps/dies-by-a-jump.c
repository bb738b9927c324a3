// A function that never returns leaves by a jump, out of a list that is being built.
//@ engines: auto smg
#include <setjmp.h>
#include <stdlib.h>
struct node { struct node *next; };
static jmp_buf failed;
static struct node *list;
int __VERIFIER_nondet_int(void);
static void die(void) __attribute__((noreturn));
static void die(void) {
    longjmp(failed, 1);
}
static void add(void) {
    struct node *node = malloc(sizeof *node);
    if (!node || __VERIFIER_nondet_int()) {
        free(node);
        die();
    }
    node->next = list;
    list = node;
}
static void destroy(void) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
int main(void) { //~ SAFE
    if (setjmp(failed) == 0)
        while (__VERIFIER_nondet_int())
            add();
    destroy();
    return 0;
}

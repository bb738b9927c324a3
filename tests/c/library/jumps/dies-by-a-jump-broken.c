// The node is freed after it was linked, and once more with the list.
//@ engines: auto hunt
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
    if (!node)
        die();
    node->next = list;
    list = node;
    if (__VERIFIER_nondet_int()) {
        free(node);
        die();
    }
}
static void destroy(void) {
    while (list) {
        struct node *next = list->next; //~ ERROR use-after-free
        free(list);
        list = next;
    }
}
int main(void) {
    if (setjmp(failed) == 0)
        while (__VERIFIER_nondet_int())
            add();
    destroy();
    return 0;
}

// As messages-on-the-way, but what the function does is seen.
//@ engines: horn
//@ property: unreach-call
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct node {
    int data;
    struct node *next;
};
static int logged;
static void note(const char *format, ...) {
    logged = 2;
}
int main(void) {
    struct node *list = 0;
    puts("begin");
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = 3;
        n->next = list;
        list = n;
        printf("a node with %d at %s\n", n->data, "the front");
        note("%d", n->data);
    }
    for (; list; list = list->next)
        if (list->data != 3)
            reach_error();
    if (logged > 1)
        reach_error(); //~ ERROR error-reached
}

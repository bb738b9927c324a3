// The nodes of a list are reached through pointers to two types; they alternate, and are one list all the same.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct red {
    void *next;
    int weight;
};
struct blue {
    void *next;
    int length;
};
int main(void) { //~ SAFE
    void *list = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct red *r = malloc(sizeof *r);
            r->next = list;
            list = r;
        } else {
            struct blue *b = malloc(sizeof *b);
            b->next = list;
            list = b;
        }
    }
    while (list) {
        void *next = *(void **)list;
        free(list);
        list = next;
    }
    return 0;
}

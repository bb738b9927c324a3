// What is freed is written.
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
int main(void) {
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
        *(void **)list = 0; //~ ERROR use-after-free
        list = next;
    }
    return 0;
}

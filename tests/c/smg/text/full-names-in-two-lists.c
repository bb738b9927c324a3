// All names fill their arrays, and none has an end; the nodes are in two lists at once, which end with null.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct person {
    char name[32];
    struct person *next, *again;
};
int main(void) { //~ NOT-PROVED
    struct person *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct person *p = malloc(sizeof *p);
        memset(p->name, 'a', sizeof p->name);
        if (__VERIFIER_nondet_int()) {
            int n = __VERIFIER_nondet_int();
            if (n >= 0 && n < 32)
                p->name[n] = 0;
        }
        p->next = all;
        p->again = all;
        all = p;
    }
    for (struct person *p = all; p; p = p->next)
        puts(p->name);
    while (all) {
        struct person *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}

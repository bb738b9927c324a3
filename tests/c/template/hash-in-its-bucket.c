// Every entry of a bucket has a hash of that bucket.
//@ engines: template
//@ property: unreach-call
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
struct entry {
    struct entry *next;
    unsigned hash;
};
int main(void) { //~ SAFE
    struct entry *even = 0, *odd = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned hash = (unsigned)__VERIFIER_nondet_int();
        if (hash % 2 == 0) {
            struct entry *e = malloc(sizeof *e);
            e->hash = hash;
            e->next = even;
            even = e;
        } else {
            struct entry *e = malloc(sizeof *e);
            e->hash = hash;
            e->next = odd;
            odd = e;
        }
    }
    for (struct entry *e = even; e; e = e->next)
        if (e->hash & 1)
            reach_error();
    for (struct entry *e = odd; e; e = e->next)
        if (!(e->hash & 1))
            reach_error();
    return 0;
}

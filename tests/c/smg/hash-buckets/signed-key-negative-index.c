// The remainder of a negative key is negative, and so is the index.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int value;
    struct node *next;
};

static int hash(int key) {
    return key % 3;
}

int main(void) {
    struct node **buckets = calloc(3, sizeof *buckets);
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct node *n = malloc(sizeof *n);
        n->value = key;
        n->next = buckets[hash(key)]; //~ ERROR out-of-bounds
        buckets[hash(key)] = n;
    }
    for (int i = 0; i < 3; i++) {
        struct node *n = buckets[i];
        while (n) {
            struct node *next = n->next;
            free(n);
            n = next;
        }
    }
    free(buckets);
    return 0;
}

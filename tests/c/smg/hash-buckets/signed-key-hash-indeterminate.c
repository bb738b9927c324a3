// Two calls with the same key may give different buckets: the function reads a variable that nobody has set.
//@ engines: smg
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static int hash(int key) {
    int salt;
    return salt > 0 ? key & 1 : ~key & 1;
}

int main(void) {
    struct node *buckets[2] = {NULL, NULL};
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        struct node *n = malloc(sizeof *n);
        n->value = key;
        n->next = buckets[hash(key)];
        buckets[hash(key)] = n; //~ ERROR memory-leak
    }
    for (int i = 0; i < 2; i++) {
        struct node *n = buckets[i];
        while (n) {
            struct node *next = n->next; //~ ERROR use-after-free
            free(n);
            n = next;
        }
    }
    return 0;
}

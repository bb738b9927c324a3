// Lists of lists on five levels; a node is freed before the list below it.
//@ engines: smg
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct level1 {
    struct level1 *next;
};

static struct level1 *build1(void) {
    struct level1 *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct level1 *n = malloc(sizeof *n);
        n->next = all;
        all = n;
    }
    return all;
}

static void destroy1(struct level1 *n) {
    while (n) {
        struct level1 *next = n->next;
        free(n);
        n = next;
    }
}

#define LEVEL(upper, lower) \
    struct level##upper { \
        struct level##upper *next; \
        struct level##lower *below; \
    }; \
    static struct level##upper *build##upper(void) { \
        struct level##upper *all = NULL; \
        while (__VERIFIER_nondet_int()) { \
            struct level##upper *n = malloc(sizeof *n); \
            n->below = build##lower(); \
            n->next = all; \
            all = n; \
        } \
        return all; \
    } \
    static void destroy##upper(struct level##upper *n) { \
        while (n) { \
            struct level##upper *next = n->next; \
            struct level##lower *below = n->below; \
            free(n); \
            destroy##lower(below); \
            n = next; \
        } \
    }

LEVEL(2, 1)
LEVEL(3, 2)
LEVEL(4, 3)
LEVEL(5, 4)

int main(void) { //~ SAFE
    struct level5 *all = build5();
    destroy5(all);
    return 0;
}

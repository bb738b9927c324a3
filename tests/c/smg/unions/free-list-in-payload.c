// While an object is on the free list, its payload holds the link.
//@ engines: smg
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
union cell {
    union cell *next_free;
    struct {
        int left, right;
    } pair;
};

static union cell *free_cells;

static union cell *take(void) {
    union cell *c = free_cells;
    if (c)
        free_cells = c->next_free;
    else
        c = malloc(sizeof *c);
    c->pair.left = 1;
    c->pair.right = 2;
    return c;
}

static void give_back(union cell *c) {
    c->next_free = free_cells;
    free_cells = c;
}

int main(void) { //~ SAFE
    while (__VERIFIER_nondet_int()) {
        union cell *one = take();
        union cell *two = take();
        assert(one->pair.left + two->pair.right == 3);
        give_back(one);
        give_back(two);
    }
    while (free_cells) {
        union cell *c = free_cells;
        free_cells = c->next_free;
        free(c);
    }
    return 0;
}

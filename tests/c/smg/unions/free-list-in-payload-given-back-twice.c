// A cell is given back twice: the free list loops, and the cell is freed twice.
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

int main(void) {
    while (__VERIFIER_nondet_int()) {
        union cell *two = take();
        assert(two->pair.right == 2);
        give_back(two);
        give_back(two);
        break;
    }
    while (free_cells) {
        union cell *c = free_cells;
        free_cells = c->next_free; //~ ERROR use-after-free
        free(c);
    }
    return 0;
}

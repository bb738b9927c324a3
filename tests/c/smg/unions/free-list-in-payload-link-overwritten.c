// A cell is written to after it was given back, which destroys the link that it holds now.
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
        two->pair.left = 5;
        two->pair.right = 6;
        break;
    }
    return free_cells && free_cells->next_free->pair.left; //~ ERROR wild-pointer
}

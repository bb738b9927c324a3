// The pool is finished while one of its objects is still in use.
//@ engines: smg
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct arena {
    struct arena *next;
    uintptr_t avail, limit;
};

struct pool {
    struct arena first;
    struct arena *current;
    size_t arena_size;
    uintptr_t mask;
};

#define ROUND_UP(pool, n) (((uintptr_t)(n) + (pool)->mask) & ~(pool)->mask)

static void pool_init(struct pool *p, size_t arena_size, size_t alignment) {
    p->mask = alignment - 1;
    p->arena_size = arena_size;
    p->first.next = NULL;
    p->first.avail = p->first.limit = ROUND_UP(p, &p->first + 1);
    p->current = &p->first;
}

static void *pool_take(struct pool *p, size_t n) {
    struct arena *a = p->current;
    n = ROUND_UP(p, n);
    if (a->avail + n > a->limit) {
        size_t size = sizeof *a + p->mask + (n > p->arena_size ? n : p->arena_size);
        a = malloc(size);
        a->limit = (uintptr_t)a + size;
        a->avail = ROUND_UP(p, a + 1);
        a->next = p->first.next;
        p->first.next = a;
        p->current = a;
    }
    void *taken = (void *)a->avail;
    a->avail += n;
    return taken;
}

static void pool_finish(struct pool *p) {
    struct arena *a = p->first.next;
    while (a) {
        struct arena *next = a->next;
        free(a);
        a = next;
    }
    p->first.next = NULL;
    p->current = &p->first;
}

int main(void) {
    struct pool p;
    pool_init(&p, 64, 8);
    int *numbers = pool_take(&p, 5 * sizeof *numbers);
    while (__VERIFIER_nondet_int())
        numbers = pool_take(&p, 5 * sizeof *numbers);
    numbers[0] = 1;
    pool_finish(&p);
    return numbers[0] != 1; //~ ERROR use-after-free
}

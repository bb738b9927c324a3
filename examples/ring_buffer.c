/*
 * A ring buffer that says it holds `SIZE` elements, but is full one element
 * earlier: head and tail are equal both when it is empty and when it is full.
 *
 * fafnir check examples/ring_buffer.c: Violated (assertion-failed).
 */
#include <assert.h>
#include <stdlib.h>

#define SIZE 4

struct ring {
    int *slots;
    unsigned head, tail;
};

static int ring_empty(const struct ring *r)
{
    return r->head == r->tail;
}

static void ring_put(struct ring *r, int value)
{
    r->slots[r->head] = value;
    r->head = (r->head + 1) % SIZE;
}

static int ring_get(struct ring *r)
{
    int value = r->slots[r->tail];
    r->tail = (r->tail + 1) % SIZE;
    return value;
}

int main(void)
{
    struct ring r = { malloc(SIZE * sizeof(int)), 0, 0 };
    if (!r.slots)
        return 1;
    for (int i = 0; i < SIZE; i++)
        ring_put(&r, i);
    for (int i = 0; i < SIZE; i++) {
        assert(!ring_empty(&r));
        assert(ring_get(&r) == i);
    }
    free(r.slots);
    return 0;
}

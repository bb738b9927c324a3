// A stack whose capacity overflows when it is doubled: no block is as large as that of a negative one, so it stays as it is.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct stack {
    int *data;
    int length, capacity;
};
static int push(struct stack *s, int value) {
    if (s->length == s->capacity) {
        int capacity = s->capacity ? 2 * s->capacity : 4;
        if (s->capacity > 2000000000)
            return 0;
        int *data = realloc(s->data, capacity * sizeof *data);
        if (!data)
            return 0;
        s->data = data;
        s->capacity = capacity;
    }
    s->data[s->length++] = value;
    return 1;
}
int main(void) { //~ SAFE
    struct stack s = {0};
    while (__VERIFIER_nondet_int())
        if (!push(&s, __VERIFIER_nondet_int()))
            break;
    int sum = 0;
    while (s.length > 0)
        sum ^= s.data[--s.length];
    free(s.data);
    return sum & 1;
}

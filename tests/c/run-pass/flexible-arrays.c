// Flexible array members, zero-length arrays, and static objects that are larger than their type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { unsigned length; char bytes[]; };
struct old { int count; int items[0]; };
static struct text greeting = {5, "hello"};
static struct text *copies[3];

static struct text *make(const char *s) {
    unsigned n = strlen(s);
    struct text *t = malloc(sizeof *t + n + 1);
    t->length = n;
    memcpy(t->bytes, s, n + 1);
    return t;
}

int main(void) {
    struct text *t = make("flexible");
    printf("%u %s %u\n", t->length, t->bytes, (unsigned)sizeof(struct text));
    struct old *o = malloc(sizeof *o + 4 * sizeof o->items[0]);
    o->count = 4;
    for (int i = 0; i < o->count; i++) o->items[i] = i * i;
    int sum = 0;
    for (int *p = o->items; p != &o->items[o->count]; p++) sum += *p;
    printf("%d %u\n", sum, (unsigned)sizeof *o);
    printf("%.5s %c\n", greeting.bytes, greeting.bytes[4]);
    for (int i = 0; i < 3; i++) copies[i] = make(greeting.bytes + i);
    for (int i = 0; i < 3; i++) {
        printf("%s\n", copies[i]->bytes);
        free(copies[i]);
    }
    free(o);
    free(t);
    return 0;
}

// `text[s->length++] = other->last`: the other one is another structure, so there is one order.
//@ engines: interp smg auto
#include <stdlib.h>
struct text { char *bytes; unsigned long length; unsigned long last; };
int main(void) { //~ SAFE
    struct text *s = malloc(sizeof *s), *other = malloc(sizeof *other);
    s->bytes = malloc(4);
    s->length = 0;
    other->last = 3;
    for (int i = 0; i < 4; i++)
        s->bytes[s->length++] = (char)other->last;
    int *block = malloc(4 * sizeof(int));
    block[s->bytes[3]] = 1;
    free(block);
    free(s->bytes);
    free(s);
    free(other);
    return 0;
}

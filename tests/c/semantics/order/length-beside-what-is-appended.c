// `text[s->length++] = other->last`: as long as `other` is another structure. Behind the loop it is the same one, and what is read may be
// the length before or after.
//@ engines: interp smg hunt auto
#include <stdlib.h>
struct text { char *bytes; unsigned long length; unsigned long last; };
int main(void) { //~ NOT-PROVED
    struct text *s = malloc(sizeof *s), *other = malloc(sizeof *other);
    s->bytes = malloc(4);
    s->length = 0;
    other->last = 'x';
    for (int i = 0; i < 3; i++)
        s->bytes[s->length++] = (char)other->last;
    unsigned long *last = &s->length;
    s->bytes[s->length++] = (char)*last;
    int *block = malloc(4 * sizeof(int));
    block[s->bytes[3]] = 1;
    free(block);
    free(s->bytes);
    free(s);
    free(other);
    return 0;
}

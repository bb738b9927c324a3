// The source has to be there before it is seen that the destination is not.
//@ engines: sl auto
//@ args: --malloc-may-fail
#include <stdlib.h>
#include <string.h>
struct text { unsigned length; char bytes[]; };
char *copy(struct text *t) {
    char *p = malloc(t->length + 1ul);
    memcpy(p, t->bytes, t->length + 1ul); //~ ERROR null-deref
    return p;
}

// What is dynamic is never kept: callers see to that.
//@ engines: sl auto
#include <stdlib.h>
struct value { char *text; int dynamic, kept; };
void clear(struct value *v) { //~ NOT-PROVED
    if (v->dynamic)
        free(v->text);
    if (v->kept)
        v->text[0] = 0;
}

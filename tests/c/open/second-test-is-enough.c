// Whatever the first test says, behind the second one the block is used after it was freed.
//@ engines: sl auto
#include <stdlib.h>
struct value { char *text; int dynamic, kept; };
void clear(struct value *v) {
    if (!v->dynamic)
        v->kept = 0;
    if (v->kept) {
        free(v->text);
        v->text[0] = 0; //~ ERROR use-after-free
    }
}

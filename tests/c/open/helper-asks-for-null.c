// That the helper asks for null is no reason why the pointer should be: it is freed twice.
//@ engines: sl auto
#include <stdlib.h>
struct value { char *text; };
static void drop(char *p) {
    if (p)
        free(p); //~ ERROR double-free
}
void clear(struct value *v) {
    drop(v->text);
    drop(v->text);
}

// The same without the error: other callers may choose other functions, so there is no proof, either.
//@ engines: sl auto
#include <stdlib.h>
struct hooks { void *(*get)(size_t); void (*put)(void *); };
static struct hooks standard = { malloc, free };
struct buffer { char *text; struct hooks hooks; };
void drop(struct buffer *b) {
    if (b->text)
        b->hooks.put(b->text); //~ UNKNOWN nondeterminism
    b->text = 0;
}
void use(struct buffer *b) {
    b->hooks = standard;
    b->text = b->hooks.get(8);
}

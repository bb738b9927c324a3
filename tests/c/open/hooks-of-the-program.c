// The structure of the caller holds a function that the program itself puts into such structures.
//@ engines: sl auto
#include <stdlib.h>
struct hooks { void *(*get)(size_t); void (*put)(void *); };
static struct hooks standard = { malloc, free };
struct buffer { char *text; struct hooks hooks; };
static void drop(struct buffer *b) {
    if (b->text) {
        b->hooks.put(b->text);
        b->hooks.put(b->text); //~ ERROR double-free
    }
}
void use(struct buffer *b) {
    b->hooks = standard;
    b->text = b->hooks.get(8);
    drop(b);
}

// The program says which functions are in a member of its structures; a member of another structure holds others.
//@ engines: sl auto
#include <stdlib.h>
struct settings { int size; void (*drop)(void *); };
struct list { char *text; int n; void (*drop)(void *); };
struct visitor { char *text; int n; void (*visit)(void *); };
void settings_init(struct settings *s) {
    s->size = 1;
    s->drop = free;
}
void list_init(struct list *l, const struct settings *s) {
    l->text = 0;
    l->n = s->size;
    l->drop = s->drop;
}
void list_clear(struct list *l) {
    l->drop(l->text);
    l->drop(l->text); //~ ERROR double-free
}

// What the caller's function does with what it is given is the caller's to know, even if the program has `free` elsewhere.
//@ engines: sl auto
#include <stdlib.h>
struct list { void *value; void (*visit)(void *); void (*destroy)(void *); };
void visit_twice(struct list *l) {
    l->visit(l->value); //~ UNKNOWN nondeterminism
    l->visit(l->value);
}
void setup(struct list *l) { l->destroy = free; }

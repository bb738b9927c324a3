// The test for null comes before the allocation, so that the loss does not depend on it.
//@ engines: sl auto
#include <stdlib.h>
struct list { struct list *next; int v; };
int append(struct list *l, int v) {
    if (l->next == 0) {
        int *copy = malloc(sizeof *copy);
        *copy = v;
        l->v = *copy; //~ ERROR memory-leak
        return 0;
    }
    return 1;
}

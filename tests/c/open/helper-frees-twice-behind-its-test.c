// Others call the helper, but whenever it does the first free, it does the second.
//@ engines: sl auto
#include <stdlib.h>
struct s { char *text; int n; };
static void clear(struct s *p) {
    if (p->n > 0 && p->text) {
        free(p->text);
        free(p->text); //~ ERROR double-free
    }
}
void reset(struct s *p) {
    clear(p);
    p->n = 0;
}

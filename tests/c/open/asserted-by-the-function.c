// What the function asserts, it asks of its callers.
//@ engines: sl auto
#include <assert.h>
struct s { int n; };
int get(struct s *p) { //~ SAFE
    assert(p);
    return p->n;
}

// What the caller's pointer led to before may be held elsewhere: no report.
//@ engines: sl auto
#include <stdlib.h>
struct s { char *name; };
void reset(struct s *p) { //~ SAFE
    p->name = malloc(4);
    p->name[0] = 0;
}

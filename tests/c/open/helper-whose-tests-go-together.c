// The helper would use what it has freed if both flags were set, which no caller does: no report.
//@ engines: sl auto
//~ NOT-VIOLATED
#include <stdlib.h>
struct s { char *text; int owned, kept; };
static char last(struct s *p) {
    if (p->owned)
        free(p->text);
    if (p->kept)
        return p->text[0];
    return 0;
}
char owned(struct s *p) {
    p->owned = 1;
    p->kept = 0;
    return last(p);
}
char kept(struct s *p) {
    p->owned = 0;
    p->kept = 1;
    return last(p);
}

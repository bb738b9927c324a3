// What the undefined function returns decides whether there is a second free: no report.
//@ engines: sl auto
#include <stdlib.h>
int is_shared(void);
void done(char *p) {
    free(p);
    if (is_shared())
        free(p); //~ UNKNOWN external-function
}

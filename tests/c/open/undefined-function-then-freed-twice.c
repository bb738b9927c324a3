// Whatever the undefined function does, the block is freed twice.
//@ engines: sl auto
#include <stdlib.h>
void note(const char *what);
void done(char *p) {
    free(p);
    note("done");
    free(p); //~ ERROR double-free
}

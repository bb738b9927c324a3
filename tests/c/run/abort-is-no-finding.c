// abort ends a run, and what is allocated then is nobody's fault.
//@ command: run
#include <stdlib.h>
int main(void) { //~ SAFE
    void *p = malloc(1);
    if (p)
        abort();
    return 0;
}

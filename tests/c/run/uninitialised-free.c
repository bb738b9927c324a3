// A pointer that was never set.
//@ command: run
#include <stdlib.h>
int main(void) {
    void *p;
    free(p); //~ ERROR wild-free
    return 0;
}

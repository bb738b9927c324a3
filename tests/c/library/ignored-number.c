// A result that nobody looks at makes no run doubtful.
//@ engines: hunt
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    int *p = malloc(4);
    free(p);
    nice(1);
    return *p; //~ ERROR use-after-free
}

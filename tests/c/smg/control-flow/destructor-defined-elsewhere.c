// A destructor that is only declared here runs where it is defined, if anywhere: this program has none.
//@ engines: smg interp
#include <stdlib.h>
void library_exit(void) __attribute__((destructor));

int main(void) { //~ SAFE
    char *p = malloc(4);
    p[3] = 0;
    free(p);
    return 0;
}

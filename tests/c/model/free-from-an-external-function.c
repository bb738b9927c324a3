// Whether somebody else's function returns a block that may be freed is not known.
//@ engines: hunt
#include <stdlib.h>
char *greeting(void);
int main(void) {
    free(greeting()); //~ UNKNOWN external-function
    return 0;
}

// realloc in a function that is called, which leaves the result in a variable of the caller.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
static void grow(char **p, size_t size) {
    *p = realloc(*p, size);
}
int main(void) { //~ NOT-PROVED
    char *p = malloc(4);
    char *old = p;
    grow(&p, 5);
    if (p == old)
        reach_error();
    free(p);
    return 0;
}

// Whether the program has rights of its own does not change.
// Checked: glibc; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#define _GNU_SOURCE
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *one = secure_getenv("HOME"), *other = secure_getenv("HOME");
    if (!one != !other)
        reach_error();
    return 0;
}

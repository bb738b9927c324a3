// The sign is known also through a pointer.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int (*compare)(const char *, const char *) = strcmp;
    if (compare("d", "a") <= 0 || compare("a", "a") != 0)
        reach_error();
    return 0;
}

// A variable may have an empty value.
// Checked: POSIX; with PATH= the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *path = getenv("PATH");
    if (path && !*path)
        reach_error();
    return 0;
}

// A variable that is there is not overwritten unless that was asked for.
// Checked: POSIX setenv; with HOME=/root the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (setenv("HOME", "1", 0) != 0)
        return 0;
    char *value = getenv("HOME");
    if (value && strcmp(value, "1") != 0)
        reach_error();
    return 0;
}

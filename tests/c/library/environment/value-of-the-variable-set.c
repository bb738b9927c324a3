// A variable that was set has the value that it was given.
// Checked: POSIX setenv; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (setenv("FAFNIR", "yes", 1) != 0)
        return 0;
    char *value = getenv("FAFNIR");
    if (!value || strcmp(value, "yes") != 0)
        reach_error();
    return 0;
}

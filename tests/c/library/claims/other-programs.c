// A program that becomes another one does not come back, unless that fails.
// Checked: POSIX exec; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *none[] = {0};
    if (execv("/nowhere/at/all", none) != -1 || execve("/nowhere/at/all", none, none) != -1 || execvp("/nowhere/at/all", none) != -1)
        reach_error();
    if (execl("/nowhere/at/all", "x", (char *)0) != -1 || execlp("/nowhere/at/all", "x", (char *)0) != -1)
        reach_error();
    return 0;
}

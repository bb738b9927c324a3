// Freeing a block leaves errno alone.
// Checked: glibc 2.33, POSIX 2024; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(4);
    errno = 5;
    free(p);
    if (errno != 5)
        reach_error();
}

// A block that there is no memory for sets errno.
// Checked: POSIX malloc; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    errno = 0;
    if (!malloc((size_t)-1) && errno == ENOMEM)
        reach_error();
    return 0;
}

// Making a node or another root fails without the rights for it.
// Checked: POSIX mknod, chroot(2); the gcc binary aborts.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <sys/stat.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (mknod("/nowhere/at/all", 0600, 0) == -1 && chroot("/nowhere/at/all") == -1)
        reach_error();
    return 0;
}

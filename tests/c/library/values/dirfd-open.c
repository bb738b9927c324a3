// An open directory has a descriptor.
// Checked: POSIX; clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <dirent.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    DIR *directory = opendir("/");
    if (!directory)
        return 0;
    int file = dirfd(directory);
    closedir(directory);
    if (file < 0)
        reach_error();
    return 0;
}

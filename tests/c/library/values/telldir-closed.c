// The directory that is asked about has been closed.
// Checked: POSIX; valgrind reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <dirent.h>
int main(void) { //~ NOT-PROVED
    DIR *directory = opendir("/");
    if (!directory)
        return 0;
    closedir(directory);
    return telldir(directory) == 5;
}

// At its end, a directory has no entry.
// Checked: POSIX, readdir.
//@ engines: auto interp smg hunt template sl horn
#include <dirent.h>
int main(void) { //~ NOT-PROVED
    DIR *d = opendir(".");
    if (!d)
        return 0;
    struct dirent *e = readdir(d);
    int c = e->d_name[0];
    closedir(d);
    return c;
}

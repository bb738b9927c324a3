// Names that the system gives end within the room for them.
// Checked: POSIX getcwd, realpath, gethostname; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg template horn
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    static char room[PATH_MAX], name[256];
    if (getcwd(room, sizeof room) && strlen(room) >= sizeof room)
        reach_error();
    if (realpath("/", room) && room[0] != '/')
        reach_error();
    if (gethostname(name, sizeof name) == 0 && strlen(name) > 255)
        reach_error();
    if (getlogin_r(name, sizeof name) == 0 && strlen(name) > 255)
        reach_error();
    DIR *d = opendir("/");
    if (d) {
        struct dirent *entry = readdir(d);
        if (entry && strlen(entry->d_name) > 255)
            reach_error();
        rewinddir(d);
        seekdir(d, 0);
        closedir(d);
    }
    return 0;
}

// A directory is closed once.
// Checked: AddressSanitizer reports the second time.
//@ engines: auto interp smg hunt template sl horn
#include <dirent.h>
int main(void) { //~ NOT-PROVED
    DIR *d = opendir(".");
    if (!d)
        return 0;
    closedir(d);
    closedir(d);
    return 0;
}

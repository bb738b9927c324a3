// There is no directory to ask about.
// Checked: POSIX; the gcc binary dies of SIGSEGV.
//@ engines: auto interp smg hunt template sl horn
#include <dirent.h>
int main(void) { //~ NOT-PROVED
    return dirfd(0) == 5;
}

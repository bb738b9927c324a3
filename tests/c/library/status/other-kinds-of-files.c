// There are more kinds of files than these two.
//@ engines: hunt auto
#include <assert.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    if (lstat("data", &status) != 0)
        return 1;
    assert(S_ISDIR(status.st_mode) || S_ISREG(status.st_mode));   //~ ERROR assertion-failed
    return 0;
}

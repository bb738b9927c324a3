// If `stat` fails, nothing is stored.
//@ engines: hunt auto
//@ property: no-uninit
#include <sys/stat.h>
int main(void) {
    struct stat status;
    stat("data", &status);
    if (S_ISDIR(status.st_mode))   //~ ERROR uninit-read
        return 1;
    return 0;
}

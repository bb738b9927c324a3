// `readlink` does not end what it stores.
//@ engines: hunt auto
#include <string.h>
#include <unistd.h>
int main(void) {
    char path[8];
    if (readlink("link", path, sizeof path) < 0)
        return 1;
    return strlen(path) > 3;   //~ ERROR out-of-bounds
}

// A variable of the environment may be longer than the buffer.
//@ property: valid-deref
//@ engines: hunt auto
#include <stdlib.h>
#include <string.h>

int main(void) {
    char path[8];
    const char *home = getenv("HOME");
    if (home)
        strcpy(path, home);   //~ ERROR out-of-bounds
    return 0;
}

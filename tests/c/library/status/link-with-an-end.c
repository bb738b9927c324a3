// The last byte is kept for the end.
//@ engines: smg auto
#include <string.h>
#include <unistd.h>
int main(void) {   //~ SAFE
    char path[8];
    ssize_t length = readlink("link", path, sizeof path - 1);
    if (length < 0)
        return 1;
    path[length] = '\0';
    return strlen(path) > 3;
}

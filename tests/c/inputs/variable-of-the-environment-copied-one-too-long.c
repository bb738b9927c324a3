// One byte too many: the terminating zero has no room.
//@ engines: auto
#include <stdlib.h>
#include <string.h>

int main(void) {
    char name[16], home[32];
    const char *text = getenv("NAME");
    if (text && strlen(text) < sizeof name)
        strcpy(name, text);
    text = getenv("HOME");
    if (text && strlen(text) <= sizeof home)
        strcpy(home, text);   //~ ERROR out-of-bounds
    return 0;
}

// What the environment holds is a string, if it is there.
//@ property: valid-deref
//@ engines: auto
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {   //~ SAFE
    const char *home = getenv("HOME");
    if (!home)
        return 1;
    puts(home);
    return strlen(home) > 4;
}

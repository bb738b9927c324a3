// The end is counted twice.
//@ engines: auto
#include <stdio.h>
#include <string.h>
int main(void) {
    char text[256];
    if (!fgets(text, 200, stdin))
        return 0;
    size_t used = strlen(text);
    memset(text + used, 0, sizeof text - used + 1); //~ ERROR out-of-bounds
    puts(text);
    return 0;
}

// What is left of a buffer behind what is in it, again and again.
//@ engines: smg
#include <stdio.h>
#include <string.h>
int main(void) { //~ SAFE
    char text[256];
    if (!fgets(text, 200, stdin))
        return 0;
    size_t used = strlen(text);
    memset(text + used, 0, sizeof text - used);
    fgets(text + used, (int)(sizeof text - used), stdin);
    text[sizeof text - 1] = 0;
    puts(text);
    return 0;
}

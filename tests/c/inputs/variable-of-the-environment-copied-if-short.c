// The length that is measured decides whether there is room. The proof holds up when it is checked again: ends of strings that are
// joined stay as few as they were.
//@ engines: smg auto
#include <stdlib.h>
#include <string.h>

int main(void) {   //~ SAFE
    char name[16], home[32];
    const char *text = getenv("NAME");
    if (text && strlen(text) < sizeof name)
        strcpy(name, text);
    text = getenv("HOME");
    if (text && strlen(text) < sizeof home)
        strcpy(home, text);
    return 0;
}

// Spaces in front of a text and behind it are passed over by what the table of characters says; the end of the text is no space.
//@ engines: smg
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) { //~ SAFE
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        char *s = line;
        while (isspace((unsigned char)*s))
            s++;
        char *e = s + strlen(s);
        while (e > s && isspace((unsigned char)e[-1]))
            *--e = 0;
        puts(s);
    }
    return 0;
}

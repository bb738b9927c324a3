// Spaces behind a text are looked for in front of its beginning, too.
//@ engines: smg
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        char *s = line;
        while (isspace((unsigned char)*s))
            s++;
        char *e = s + strlen(s);
        while (isspace((unsigned char)e[-1]))
            *--e = 0;
        puts(s);
    }
    return 0;
}

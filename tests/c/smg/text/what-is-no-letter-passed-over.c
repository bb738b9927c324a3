// Whatever is no letter is passed over: the end of the text, too.
//@ engines: smg
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        char *s = line;
        while (!isalpha((unsigned char)*s))
            s++;
        char *e = s + strlen(s);
        while (e > s && isspace((unsigned char)e[-1]))
            *--e = 0;
        puts(s);
    }
    return 0;
}

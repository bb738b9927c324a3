// A line from outside loses its newline, if it has one.
//@ engines: smg auto
#include <stdio.h>
#include <string.h>
int main(void) { //~ SAFE
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        if (n && line[n - 1] == '\n')
            line[n - 1] = 0;
        puts(line);
    }
    return 0;
}

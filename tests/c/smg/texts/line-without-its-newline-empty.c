// A line may begin with a zero byte.
//@ engines: auto
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strlen(line);
        if (line[n - 1] == '\n') //~ ERROR out-of-bounds
            line[n - 1] = 0;
        puts(line);
    }
    return 0;
}

// A line is cut at its equals sign, and the value at the end of the line.
//@ engines: smg auto
#include <stdio.h>
#include <string.h>
int main(void) { //~ SAFE
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = 0;
        char *value = equals + 1;
        value[strcspn(value, "\n")] = 0;
        printf("%s -> %s\n", line, value);
    }
    return 0;
}

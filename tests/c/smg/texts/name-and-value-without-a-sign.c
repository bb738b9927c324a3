// Not every line has an equals sign.
//@ engines: auto
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[128];
    while (fgets(line, sizeof line, stdin)) {
        char *equals = strchr(line, '=');
        *equals = 0; //~ ERROR null-deref
        char *value = equals + 1;
        value[strcspn(value, "\n")] = 0;
        printf("%s -> %s\n", line, value);
    }
    return 0;
}

// The copy has no room for the end of the string.
//@ engines: auto
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    char path[64];
    if (argc < 2)
        return 1;
    snprintf(path, sizeof path, "%s/%d.txt", argv[1], argc);
    char *copy = malloc(strlen(path));
    strcpy(copy, path); //~ ERROR out-of-bounds
    puts(copy);
    free(copy);
    return 0;
}

// What `snprintf` cuts off ends within the buffer.
//@ engines: auto smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { //~ SAFE
    char path[64];
    if (argc < 2)
        return 1;
    snprintf(path, sizeof path, "%s/%d.txt", argv[1], argc);
    char *copy = malloc(strlen(path) + 1);
    strcpy(copy, path);
    puts(copy);
    free(copy);
    return 0;
}

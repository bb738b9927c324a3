// A long argument leaves no room for the end.
//@ engines: auto
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char name[16];
    if (argc < 2)
        return 1;
    strncpy(name, argv[1], sizeof name);
    puts(name); //~ ERROR out-of-bounds
    return 0;
}

// As much of an argument as there is room for.
//@ engines: smg auto
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) { //~ SAFE
    char name[16];
    if (argc < 2)
        return 1;
    strncpy(name, argv[1], sizeof name - 1);
    name[sizeof name - 1] = 0;
    puts(name);
    return 0;
}

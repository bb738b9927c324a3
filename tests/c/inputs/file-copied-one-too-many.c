// One byte more than the array has.
//@ engines: auto
#include <stdio.h>
int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    FILE *from = fopen(argv[1], "r");
    if (!from)
        return 1;
    char part[256];
    fread(part, 1, sizeof part + 1, from); //~ ERROR out-of-bounds
    fclose(from);
    return 0;
}

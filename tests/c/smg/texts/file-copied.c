// Parts of a file are written as far as they were read.
//@ engines: smg auto
#include <stdio.h>
int main(int argc, char **argv) { //~ SAFE
    if (argc < 3)
        return 1;
    FILE *from = fopen(argv[1], "r");
    if (!from)
        return 1;
    FILE *to = fopen(argv[2], "w");
    if (!to) {
        fclose(from);
        return 1;
    }
    char part[256];
    size_t n;
    while ((n = fread(part, 1, sizeof part, from)) > 0)
        fwrite(part, 1, n, to);
    fclose(from);
    fclose(to);
    return 0;
}

// What shows the error is an option of the command line and a line of text.
//@ property: valid-deref
//@ engines: auto
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[16], word[8];
    if (argc != 2 || strcmp(argv[1], "-w") != 0)
        return 1;
    if (!fgets(line, sizeof line, stdin))
        return 0;
    if (line[0] == '#')
        strcpy(word, line);   //~ ERROR out-of-bounds
    return 0;
}

// The line is not freed, and only the library leads to it.
//@ engines: smg
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { //~ NOT-PROVED
    if (argc < 2)
        return 1;
    char *line = strdup(argv[1]);
    char *word = strtok(line, " ");
    return word != NULL;
}

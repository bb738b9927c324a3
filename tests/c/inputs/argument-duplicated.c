// A copy of an argument needs a byte more than its length.
//@ property: valid-deref valid-free valid-memtrack
//@ engines: smg auto
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {   //~ NOT-VIOLATED
    if (argc < 2)
        return 1;
    char *copy = malloc(strlen(argv[1]) + 1);
    strcpy(copy, argv[1]);
    unsigned long length = strlen(copy);
    free(copy);
    return length > 3;
}

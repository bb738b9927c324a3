// There is no room for the zero at the end.
//@ property: valid-deref
//@ engines: hunt auto
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    char *copy = malloc(strlen(argv[1]));
    strcpy(copy, argv[1]);   //~ ERROR out-of-bounds
    free(copy);
    return 0;
}

// Only the number of arguments decides.
//@ engines: auto hunt sl
#include <stdlib.h>
int main(int argc, char **argv) {
    int *count = malloc(sizeof *count);
    *count = argc;
    if (argc > 7)
        return *count; //~ ERROR memory-leak
    free(count);
    return 0;
}

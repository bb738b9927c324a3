// Where the number ends is not followed, but the run shows the error on both ways.
//@ engines: sl auto
#include <stdlib.h>
#include <string.h>
int number(const char *from, double *to) {
    char *copy = malloc(4), *end;
    strncpy(copy, from, 3);
    copy[3] = 0;
    *to = strtod(copy, &end);
    if (end == copy) {
        free(copy);
        return -1;
    }
    free(copy);
    free(copy); //~ ERROR double-free
    return 0;
}

// The second block may lie where the first one was: then it is freed twice. The one run of the machine does not show it.
//@ engines: interp
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *first = malloc(8);
    intptr_t before = (intptr_t)first;
    free(first);
    char *second = malloc(8);
    intptr_t now = (intptr_t)second;
    if (now == before) //~ UNKNOWN undefined-behaviour
        free(second);
    free(second);
    return 0;
}

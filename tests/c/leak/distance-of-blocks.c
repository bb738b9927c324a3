// The distance of two blocks is whatever their addresses make it.
//@ engines: auto
#include <stdlib.h>

int main(void)
{
    char *a = malloc(16);
    char *b = malloc(16);
    if (b - a == 5) { //~ ERROR memory-leak
        free(b);
    }
    free(a);
    return 0;
}

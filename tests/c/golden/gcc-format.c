//@ args: check --quiet --format gcc
//@ exit: 1
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    p[3] = 0;
    free(p);
    return 0;
}

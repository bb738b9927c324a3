//@ args: check --quiet --format json
//@ exit: 1
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    return *p;
}

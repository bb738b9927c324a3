// What malloc gives may lie where a freed block lay.
//@ engines: auto
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *first = malloc(sizeof *first);
    if (!first)
        return 0;
    free(first);
    int *second = malloc(sizeof *second);
    assert(first != second); //~ ERROR assertion-failed
    free(second);
    return 0;
}

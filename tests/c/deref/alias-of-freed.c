// Another pointer to the same block dangles as well.
#include <stdlib.h>
#include <string.h>
int main(void) {
    int *p = malloc(sizeof *p), *copy;
    *p = 1;
    memcpy(&copy, &p, sizeof p);
    free(p);
    *copy = 2; //~ ERROR use-after-free
    return 0;
}

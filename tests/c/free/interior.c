// Freed in the middle.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p++;
    free(p); //~ ERROR interior-free
    return 0;
}

// realloc of a freed block frees it again.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    free(p);
    p = realloc(p, 8); //~ ERROR double-free
    return 0;
}

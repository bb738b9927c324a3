// Freeing a string literal.
#include <stdlib.h>
int main(void) {
    char *s = "text";
    free(s); //~ ERROR non-heap-free
    return 0;
}

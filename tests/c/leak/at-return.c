// A block that only a local held is lost when its function returns.
#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p[0] = 1;
    return p[0] - 1; //~ ERROR memory-leak
}

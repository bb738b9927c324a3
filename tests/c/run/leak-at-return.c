// What only main's locals hold is lost when main returns.
//@ command: run
#include <stdlib.h>
int main(void) {
    void *p = malloc(3);
    return p == 0; //~ ERROR memory-leak
}

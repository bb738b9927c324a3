// A loop that never ends and loses a block each time.
//@ engines: smg
#include <stdlib.h>
int main(void) {
    for (;;) {
        int *p = malloc(sizeof *p);
        *p = 1;
    } //~ ERROR memory-leak
}

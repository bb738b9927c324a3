// A loop that never ends and loses a block each time: no end of the program shows it, and still it is no proof.
//@ engines: hunt
//@ property: valid-memtrack
#include <stdlib.h>
int main(void) {
    for (;;) {
        int *p = malloc(sizeof *p); //~ UNKNOWN possible-findings
        *p = 1;
    }
}

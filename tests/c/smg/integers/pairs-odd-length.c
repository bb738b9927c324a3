// The length is odd, and the last pair has no second element.
//@ engines: smg
#include <stdlib.h>

int main(void) {
    int *a = calloc(11, sizeof *a);
    for (int i = 0; i < 11; i += 2) {
        a[i] = 1;
        a[i + 1] = 2; //~ ERROR out-of-bounds
    }
    free(a);
    return 0;
}

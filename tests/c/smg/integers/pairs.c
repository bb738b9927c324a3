// A loop with a stride of two touches two elements at a time; the length is even.
//@ engines: smg
#include <stdlib.h>

int main(void) { //~ SAFE
    int *a = calloc(12, sizeof *a);
    for (int i = 0; i < 12; i += 2) {
        a[i] = 1;
        a[i + 1] = 2;
    }
    free(a);
    return 0;
}

// The size becomes smaller in the loop: what is written to a block depends on when it was made.
//@ engines: template
//@ property: valid-deref
#include <stdlib.h>
static char *kept[2];
int main(void) {
    int size = 8;
    for (int i = 0; i < 5; i++) {
        if (kept[0])
            kept[0][4] = 1; //~ ERROR out-of-bounds
        char *p = malloc(size);
        if (!p)
            abort();
        kept[i & 1 ? 0 : 1] = p;
        if (i == 2)
            size = 3;
    }
    return 0;
}

// The block goes to the caller by a pointer to a pointer.
//@ engines: sl auto
#include <stdlib.h>
int box(int **out, int v) { //~ SAFE
    *out = malloc(sizeof **out);
    **out = v;
    return 0;
}

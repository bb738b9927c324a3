// A structure with a pointer is passed and returned by value.
//@ engines: sl
//@ property: valid-deref valid-free valid-memtrack
#include <stdlib.h>
struct box { int *p; int n; };
static struct box put(struct box b, int v) {
    *b.p = v;
    b.n++;
    return b;
}
int main(void) { //~ SAFE
    struct box b = {malloc(sizeof(int)), 0};
    b = put(b, 3);
    int v = *b.p + b.n;
    free(b.p);
    return v;
}

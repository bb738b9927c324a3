// The block is lost when the function returns.
//@ engines: sl
//@ property: valid-memtrack
#include <stdlib.h>
static void f(int n) {
    int *p = malloc(4);
    *p = n; //~ ERROR memory-leak
}
int main(void) {
    f(1);
    return 0;
}

// A pointer that was never given a value is freed.
//@ engines: horn
//@ property: valid-free
#include <stdlib.h>
int main(void) {
    int *p;
    free(p); //~ ERROR wild-free
}

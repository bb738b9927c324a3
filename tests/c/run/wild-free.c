// Not an address of anything.
//@ command: run
#include <stdlib.h>
int main(void) {
    free((void *)0x1234567); //~ ERROR wild-free
    return 0;
}

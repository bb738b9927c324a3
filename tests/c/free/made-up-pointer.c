// Freeing a number.
#include <stdlib.h>
int main(void) {
    free((void *)0x1234); //~ ERROR wild-free
    return 0;
}

// Nothing says that the address of a block is less than a billion.
//@ engines: horn template smg sl hunt auto
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char *block = malloc(16);
    if ((unsigned long)block > 1000000000ul)
        reach_error();
    free(block);
    return 0;
}

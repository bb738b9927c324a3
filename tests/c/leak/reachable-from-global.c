// What a global still holds at the end is no lost block.
#include <stdlib.h>
static char *kept;
int main(void) { //~ SAFE
    kept = malloc(4);
    return 0;
}

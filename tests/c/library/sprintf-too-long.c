// sprintf past the end of its buffer.
#include <stdio.h>
int main(void) {
    char buffer[4];
    sprintf(buffer, "%d", 12345); //~ ERROR out-of-bounds
    return 0;
}

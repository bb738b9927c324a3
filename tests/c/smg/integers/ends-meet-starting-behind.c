// The right pointer starts behind the last byte.
//@ engines: smg
#include <stdlib.h>

int main(void) {
    char *text = calloc(9, 1);
    char *left = text, *right = text + 9;
    while (left < right) {
        char c = *left;
        *left++ = *right; //~ ERROR out-of-bounds
        *right-- = c;
    }
    free(text);
    return 0;
}

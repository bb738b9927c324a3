// Two pointers walk towards each other and exchange what they point to.
//@ engines: smg
#include <stdlib.h>

int main(void) { //~ SAFE
    char *text = calloc(9, 1);
    char *left = text, *right = text + 8;
    while (left < right) {
        char c = *left;
        *left++ = *right;
        *right-- = c;
    }
    free(text);
    return 0;
}

// A text of any length with room for its end, set and copied as a whole, then written through moving pointers.
//@ engines: smg
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) { //~ SAFE
    size_t length = __VERIFIER_nondet_uint();
    char *text = malloc(length + 1);
    memset(text, 'x', length);
    text[length] = 0;
    char *copy = malloc(length + 1);
    memcpy(copy, text, length + 1);
    for (size_t i = 0; i < length; i++) {
        char *at = copy + i;
        *at = 'y';
    }
    free(copy);
    free(text);
    return 0;
}

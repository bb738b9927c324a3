// A text of any length without room for its end.
//@ engines: smg
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    size_t length = __VERIFIER_nondet_uint();
    char *text = malloc(length);
    memset(text, 'x', length);
    text[length] = 0; //~ ERROR out-of-bounds
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    for (size_t i = 0; i < length; i++) {
        char *at = copy + i;
        *at = 'y';
    }
    free(copy);
    free(text);
    return 0;
}

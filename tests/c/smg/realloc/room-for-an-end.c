// A buffer that grows while there is no room for one more character and the end.
//@ engines: smg
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) { //~ SAFE
    size_t length = 0, capacity = 64;
    char *text = malloc(capacity);
    while (__VERIFIER_nondet_int()) {
        if (length + 1 >= capacity) {
            capacity *= 2;
            char *grown = realloc(text, capacity);
            if (!grown) {
                free(text);
                return 1;
            }
            text = grown;
        }
        text[length++] = 'x';
    }
    text[length] = 0;
    free(text);
    return 0;
}

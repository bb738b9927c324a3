// A text of any length is copied.
//@ engines: auto
#include <stdlib.h>
#include <string.h>
char *twice(const char *text) { //~ SAFE
    unsigned long n = strlen(text) + 1;
    char *copy = malloc(n);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

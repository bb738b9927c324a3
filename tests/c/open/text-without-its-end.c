// There is no room for the zero at the end.
//@ engines: auto
#include <stdlib.h>
#include <string.h>
char *twice(const char *text) { //~ NOT-PROVED
    char *copy = malloc(strlen(text));
    if (copy)
        strcpy(copy, text);
    return copy;
}

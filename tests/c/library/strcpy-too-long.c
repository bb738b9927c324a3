// strcpy into a buffer that is one byte too small.
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *text = "hello";
    char *copy = malloc(strlen(text));
    strcpy(copy, text); //~ ERROR out-of-bounds
    free(copy);
    return 0;
}

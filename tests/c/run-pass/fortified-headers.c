// Headers as with -O2 -D_FORTIFY_SOURCE=2: the inline definitions in them stand for the functions of the library.
#define __OPTIMIZE__ 1
#define _FORTIFY_SOURCE 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char buffer[16], other[8];
    strcpy(buffer, "hello");
    strncpy(other, buffer, sizeof other);
    strcat(buffer, " you");
    memset(other + 1, 'x', 3);
    snprintf(buffer + 9, 7, "%d", 42);
    sprintf(other, "%s", "ok");
    printf("%s %s %d\n", buffer, other, atoi("5"));
    fprintf(stdout, "%c\n", 'c');
    memcpy(other, buffer, 4);
    puts(other);
    return strtol("3", 0, 10) - 3;
}

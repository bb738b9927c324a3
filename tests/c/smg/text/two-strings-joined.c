// Two strings of any length, one behind the other, in a block of the sum of their lengths.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *joined(const char *a, const char *b) {
    char *s = malloc(strlen(a) + strlen(b) + 1);
    if (!s)
        return NULL;
    strcpy(s, a);
    strcat(s, b);
    return s;
}
int main(int argc, char **argv) { //~ SAFE
    if (argc < 3)
        return 1;
    char *s = joined(argv[1], argv[2]);
    if (!s)
        return 1;
    puts(s);
    free(s);
    return 0;
}

// There is no room for the end.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *joined(const char *a, const char *b) {
    char *s = malloc(strlen(a) + strlen(b));
    if (!s)
        return NULL;
    strcpy(s, a);
    strcat(s, b);
    return s;
}
int main(int argc, char **argv) { //~ NOT-PROVED
    if (argc < 3)
        return 1;
    char *s = joined(argv[1], argv[2]);
    if (!s)
        return 1;
    puts(s);
    free(s);
    return 0;
}

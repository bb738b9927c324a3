// A directory, a slash and a name are put together by their lengths.
//@ engines: smg
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { //~ SAFE
    if (argc != 3)
        return 1;
    size_t a = strlen(argv[1]), b = strlen(argv[2]);
    char *s = malloc(a + b + 2);
    if (!s)
        return 1;
    memcpy(s, argv[1], a);
    s[a] = '/';
    memcpy(s + a + 1, argv[2], b + 1);
    puts(s);
    free(s);
    return 0;
}

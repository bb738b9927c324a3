// A function that does not see the strings leaves them as they are.
//@ engines: smg auto
#include <stdlib.h>
#include <string.h>
static int calls;
static void count(void) { calls++; }

int main(int argc, char **argv) {   //~ SAFE
    if (argc < 3)
        return 0;
    char *first = argv[1], *second = argv[2];
    char *copy = strdup(second);
    count();
    unsigned long length = strlen(first);
    count();
    length += strlen(copy) + strlen(second);
    free(copy);
    return length > 7;
}

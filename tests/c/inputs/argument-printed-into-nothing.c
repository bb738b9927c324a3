// A size of zero prints nothing, not even an end.
//@ engines: auto smg
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) { //~ NOT-PROVED
    char path[64];
    if (argc < 2)
        return 1;
    snprintf(path, argc == 3 ? 0 : 64, "%s", argv[1]);
    return (int)strlen(path);
}

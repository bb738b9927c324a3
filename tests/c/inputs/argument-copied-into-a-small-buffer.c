// An argument may be longer than the buffer it is copied into.
//@ property: valid-deref
//@ engines: hunt auto
#include <string.h>

int main(int argc, char **argv) {
    char name[16];
    if (argc < 2)
        return 1;
    strcpy(name, argv[1]);   //~ ERROR out-of-bounds
    return name[0];
}

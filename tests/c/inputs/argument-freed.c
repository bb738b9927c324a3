// Arguments do not come from `malloc`.
//@ property: valid-free
//@ engines: hunt auto
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc > 1)
        free(argv[1]);   //~ ERROR non-heap-free
    return 0;
}

// Where the value may be left out, there may be none.
//@ property: valid-deref
//@ engines: hunt auto
#include <getopt.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct option names[] = { { "color", optional_argument, 0, 'c' }, { 0, 0, 0, 0 } };
    int c, length = 0;
    while ((c = getopt_long(argc, argv, "c::", names, NULL)) != -1)
        if (c == 'c')
            length += (int)strlen(optarg);   //~ ERROR null-deref
    return length > 3;
}

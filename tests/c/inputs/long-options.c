// An option with a long name and a value that it must have.
//@ engines: smg auto
#include <getopt.h>
#include <stddef.h>

int main(int argc, char **argv) {   //~ SAFE
    static const struct option names[] = {
        { "verbose", no_argument, 0, 1 },
        { "name", required_argument, 0, 2 },
        { 0, 0, 0, 0 },
    };
    char first = 0;
    int c;
    while ((c = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (c == 2)
            first = optarg[0];
    return first != 0;
}

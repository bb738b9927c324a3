// The value of an option is as long as the user writes it.
//@ property: valid-deref
//@ engines: hunt auto
#include <getopt.h>
#include <string.h>

int main(int argc, char **argv) {
    static const struct option names[] = { { "name", required_argument, 0, 'n' }, { 0, 0, 0, 0 } };
    char name[8] = "";
    int c;
    while ((c = getopt_long(argc, argv, "n:", names, NULL)) != -1)
        if (c == 'n')
            strcpy(name, optarg);   //~ ERROR out-of-bounds
    return name[0] != 0;
}

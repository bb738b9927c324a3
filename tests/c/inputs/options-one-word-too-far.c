// The words behind the options end with a null pointer.
//@ engines: smg auto
#include <unistd.h>

int main(int argc, char **argv) {
    while (getopt(argc, argv, "v") != -1)
        ;
    for (; optind <= argc; optind++)
        if (argv[optind][0] == 'x')   //~ ERROR null-deref
            return 1;
    return 0;
}

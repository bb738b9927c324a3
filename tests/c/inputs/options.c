// Options with and without values, and the words behind them.
//@ engines: smg auto
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {   //~ SAFE
    int c, verbose = 0;
    while ((c = getopt(argc, argv, "vo:")) != -1) {
        switch (c) {
        case 'v':
            verbose = 1;
            break;
        case 'o':
            puts(optarg);
            break;
        default:
            fprintf(stderr, "usage: %s [-v] [-o NAME] FILE...\n", argv[0]);
            return 1;
        }
    }
    for (int i = optind; i < argc; i++)
        puts(argv[i]);
    return verbose;
}

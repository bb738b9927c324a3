// The words behind the options are walked through with `optind` itself.
//@ engines: smg auto
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {   //~ SAFE
    int c, count = 1;
    while ((c = getopt(argc, argv, "n:v")) != -1) {
        switch (c) {
        case 'n':
            count = atoi(optarg);
            break;
        case 'v':
            break;
        default:
            return 1;
        }
    }
    int numbers[10] = {0};
    if (count >= 0 && count < 10)
        printf("%d\n", numbers[count]);
    for (; optind < argc; optind++)
        puts(argv[optind]);
    return 0;
}

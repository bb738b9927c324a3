// The index of the first argument is 1 as long as nobody looks for options.
//@ property: valid-deref
//@ engines: auto hunt
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char name[8];
    printf("%d options\n", optind - 1);
    if (optind < argc)
        strcpy(name, argv[optind]); //~ ERROR out-of-bounds
    return 0;
}

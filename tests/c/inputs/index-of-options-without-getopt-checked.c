// As above, with a test of the length.
//@ property: valid-deref
//@ engines: auto smg
//~ SAFE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char name[8];
    printf("%d options\n", optind - 1);
    if (optind == 1 && argc > 1 && strlen(argv[1]) < sizeof name)
        strcpy(name, argv[1]);
    return 0;
}

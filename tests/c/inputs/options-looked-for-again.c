// Whoever moves `optind` on between two calls may move it behind the arguments.
//@ property: valid-deref
//@ engines: smg
#include <unistd.h>

int main(int argc, char **argv) {
    while (getopt(argc, argv, "v") != -1)
        ;
    optind += 5;
    return getopt(argc, argv, "a") == 'a';   //~ NOT-PROVED
}

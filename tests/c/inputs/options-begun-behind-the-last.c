// Whoever tells `getopt` where to begin may tell it to begin behind the arguments.
//@ property: valid-deref
//@ engines: smg
#include <unistd.h>

int main(int argc, char **argv) {
    optind = argc + 1;
    return getopt(argc, argv, "a") == 'a';   //~ NOT-PROVED
}

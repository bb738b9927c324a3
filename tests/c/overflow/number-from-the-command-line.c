// An argument of the program is any number.
// Checked: UndefinedBehaviorSanitizer reports it for 2147483647.
//@ property: no-overflow
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
int main(int argc, char **argv) { //~ NOT-PROVED
    if (argc < 2)
        return 0;
    int x = atoi(argv[1]);
    return x + 1 > 0;
}

// All arguments are strings, however many there are and however long.
//@ property: valid-deref valid-free valid-memtrack
//@ engines: smg auto
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {   //~ SAFE
    unsigned long total = 0;
    for (int i = 1; i < argc; i++) {
        puts(argv[i]);
        total += strlen(argv[i]);
    }
    return total > 100;
}

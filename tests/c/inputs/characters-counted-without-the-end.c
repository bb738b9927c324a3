// The end of the file is no index.
//@ engines: smg auto
#include <stdio.h>
int main(void) {
    unsigned counts[256] = {0};
    int c;
    do {
        c = getchar();
        counts[c]++; //~ NOT-PROVED
    } while (c != EOF);
    return counts['a'] != 0;
}

// A table for ASCII: a character may be greater.
//@ engines: smg auto
#include <stdio.h>
int main(void) {
    unsigned counts[128] = {0};
    int c;
    while ((c = getchar()) != EOF)
        counts[c]++; //~ NOT-PROVED
    return counts['a'] != 0;
}

// Counters that nothing depends on but what is printed: states that differ in them are not kept apart.
//@ engines: smg
#include <ctype.h>
#include <stdio.h>
int main(void) { //~ SAFE
    long characters = 0, words = 0, lines = 0, digits = 0;
    int c, inside = 0;
    while ((c = getchar()) != EOF) {
        characters++;
        lines += c == '\n';
        if (c >= '0' && c <= '9')
            digits++;
        if (isspace(c))
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    printf("%ld %ld %ld %ld\n", characters, words, lines, digits);
    return 0;
}

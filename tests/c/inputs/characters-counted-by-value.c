// What `getchar` and `fgetc` give is a character or the end of the file: a table of 256 numbers is enough.
//@ engines: smg auto
#include <ctype.h>
#include <stdio.h>
int main(void) { //~ SAFE
    unsigned counts[256] = {0};
    int c, words = 0, inside = 0;
    while ((c = getchar()) != EOF) {
        counts[c]++;
        if (isspace(c))
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    FILE *f = fopen("more", "r");
    if (f) {
        while ((c = fgetc(f)) != EOF)
            counts[c]++;
        fclose(f);
    }
    return counts['a'] + words != 0;
}

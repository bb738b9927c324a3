// Bytes of the standard input, and a number that is printed.
//@ engines: template auto
#include <assert.h>
#include <stdio.h>
int main(void) { //~ SAFE
    int c, inside = 0;
    unsigned words = 0;
    while ((c = getchar()) != EOF) {
        assert(c >= 0 && c <= 255);
        if (c == ' ' || c == '\n')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    assert(inside == 0 || inside == 1);
    printf("%u words\n", words);
    return 0;
}

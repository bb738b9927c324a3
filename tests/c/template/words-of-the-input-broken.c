// As words-of-the-input, with a byte that is excluded though it may be read.
//@ engines: template auto
#include <assert.h>
#include <stdio.h>
int main(void) {
    int c, inside = 0;
    unsigned words = 0;
    while ((c = getchar()) != EOF) {
        assert(c >= 0 && c < 255); //~ ERROR assertion-failed
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

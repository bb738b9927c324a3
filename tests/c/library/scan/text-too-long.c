// A word of a text that does not fit.
//@ engines: auto interp hunt
#include <stdio.h>
int main(void) {
    char word[4];
    return sscanf("four", "%s", word); //~ ERROR out-of-bounds
}

// Two texts of known length.
//@ engines: smg
#include <stdio.h>
int main(void) { //~ SAFE
    char text[9];
    sprintf(text, "%s-%s", "abcd", "efg");
    return text[4] != '-' || text[8] != 0;
}

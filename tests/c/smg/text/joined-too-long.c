// Two texts of known length, and a terminator too much.
//@ engines: auto smg hunt
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char text[8];
    sprintf(text, "%s-%s", "abcd", "efg");
    return 0;
}

// A word of nine characters and its terminator do not fit into nine bytes.
#include <stdio.h>
//@ engines: auto smg hunt
int main(void) { //~ NOT-PROVED
    char word[9];
    scanf("%9s", word);
    return 0;
}

// A word of nine characters and its terminator fit into ten bytes.
//@ engines: auto smg hunt
#include <stdio.h>
int main(void) { //~ NOT-VIOLATED
    char word[10];
    scanf("%9s", word);
    return 0;
}

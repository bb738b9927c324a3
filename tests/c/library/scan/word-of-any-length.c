// Nothing says how long a word is.
//@ engines: auto smg hunt
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    char word[8];
    scanf("%s", word);
    return 0;
}

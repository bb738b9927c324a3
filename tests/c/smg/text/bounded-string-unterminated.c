// A precision makes a terminator unnecessary.
//@ engines: smg
#include <stdio.h>
int main(void) { //~ SAFE
    char text[3] = {'a', 'b', 'c'};
    printf("%.3s\n", text);
    printf("%.*s\n", 2, text);
    return 0;
}

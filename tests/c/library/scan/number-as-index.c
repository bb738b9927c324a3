// A number that was read is any number.
//@ engines: auto smg hunt
#include <stdio.h>
int table[10];
int main(void) { //~ NOT-PROVED
    int i;
    if (scanf("%d", &i) == 1 && i < 10)
        table[i] = 1;
    return 0;
}

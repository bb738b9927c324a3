// A number that was read and checked.
//@ engines: auto smg hunt
#include <stdio.h>
int table[10];
int main(void) { //~ NOT-VIOLATED
    int i;
    if (scanf("%d", &i) == 1 && i >= 0 && i < 10)
        table[i] = 1;
    return 0;
}

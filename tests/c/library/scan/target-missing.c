// The second number has no place to go.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    int a;
    return sscanf("1 2", "%d %d", &a) == 5;
}

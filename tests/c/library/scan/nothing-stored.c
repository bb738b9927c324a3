// What does not match stores nothing.
// Checked: valgrind reports the access.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    int x;
    int a[4] = {0};
    sscanf("z", "%d", &x);
    return a[x];
}

// `%n` counts the white space that was skipped, and every digit.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int n = 0, x = 0, m = 0;
    scanf(" %n%d%n", &n, &x, &m);
    if (n == 3 && m == 5000)
        reach_error();
    return 0;
}

// A number of several digits takes as many characters.
//@ engines: auto interp smg hunt template sl horn
//@ property: unreach-call
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int n = 0, x = 0;
    if (scanf("%d%n", &x, &n) == 1 && n == 1 && x > 9)
        reach_error();
    return 0;
}

// Output that fails need not come to its %n.
// Checked: C11 7.21.6.3p3: what a failing call has stored is not said; glibc returns at the first error.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int n = 0;
    printf("abc\n%n", &n);
    if (n != 4)
        reach_error();
}

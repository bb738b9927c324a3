// What fputs gives where it succeeds is not negative, and that is all.
// Checked: C11 7.21.7.4p3.
//@ engines: auto interp smg hunt template
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int result = fputs("abc", stdout);
    if (result >= 0 && result != 1)
        reach_error();
    return 0;
}

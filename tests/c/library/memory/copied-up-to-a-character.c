// memccpy gives the place behind the character.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char a[4], *e = memccpy(a, "abcd", 'b', 4);
    if (e != a + 2)
        reach_error();
    return 0;
}

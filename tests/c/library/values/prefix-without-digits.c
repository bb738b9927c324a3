// A prefix without digits is a zero and a letter.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *e;
    if (strtol("0x", &e, 16) != 0 || *e != 'x')
        reach_error();
    if (strtol("zz", &e, 36) != 35*36+35)
        reach_error();
    return 0;
}

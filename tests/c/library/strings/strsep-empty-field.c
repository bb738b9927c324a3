// strsep finds empty fields.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#define _GNU_SOURCE
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char s[] = "a,,b";
    char *p = s;
    strsep(&p, ",");
    char *t = strsep(&p, ",");
    if (t[0] != 0)
        reach_error();
    t = strsep(&p, ",");
    if (t[0] != 'b' || p)
        reach_error();
    return 0;
}

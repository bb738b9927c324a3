// Signs, zeros and prefixes.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char b[8];
    sprintf(b, "%+d", 5);
    if (strcmp(b, "+5"))
        reach_error();
    sprintf(b, "% d", 5);
    if (strcmp(b, " 5"))
        reach_error();
    sprintf(b, "%05d", -5);
    if (strcmp(b, "-0005"))
        reach_error();
    sprintf(b, "%#x", 10);
    if (strcmp(b, "0xa"))
        reach_error();
    sprintf(b, "%#o", 8);
    if (strcmp(b, "010"))
        reach_error();
    return 0;
}

// C does not define what comes of years with more than four digits.
// Checked: C11 7.27.3.1p3.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
#include <time.h>
int main(void) { //~ NOT-PROVED
    struct tm t;
    memset(&t, 0, sizeof t);
    t.tm_year = 100000;
    t.tm_mday = 1;
    char *s = asctime(&t);
    return s[3] != ' ';
}

// The decimal point of the locale C is a point.
// Checked: C11 7.11.2.1p8; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (strcmp(localeconv()->decimal_point, ".") != 0)
        reach_error();
    return 0;
}

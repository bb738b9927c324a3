// Every program begins in the locale C.
// Checked: C11 7.11.1.1p4; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *locale = setlocale(LC_ALL, 0);
    if (locale && strcmp(locale, "C") != 0)
        reach_error();
    return 0;
}

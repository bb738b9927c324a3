// The locale C is called C also after another one.
// Checked: C11 7.11.1.1; the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setlocale(LC_ALL, "");
    char *locale = setlocale(LC_ALL, "C");
    if (locale && strcmp(locale, "C") == 0)
        reach_error();
    return 0;
}

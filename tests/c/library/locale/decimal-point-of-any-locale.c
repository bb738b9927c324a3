// The decimal point of another locale is anything.
// Checked: C11 7.11.2.1; with LC_ALL=ps_AF.UTF-8 it has two bytes.
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setlocale(LC_ALL, "");
    if (strcmp(localeconv()->decimal_point, ".") != 0)
        reach_error();
    return 0;
}

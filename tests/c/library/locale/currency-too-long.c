// The name of a currency may be longer than this.
// Checked: C11 7.11.2.1; with LC_ALL=de_DE.UTF-8 the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char currency[2];
    setlocale(LC_ALL, "");
    strcpy(currency, localeconv()->int_curr_symbol);
    return 0;
}

// Letters of ASCII are letters everywhere, and not digits.
// Checked: glibc's locales have ASCII as their first half; the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <ctype.h>
#include <locale.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    setlocale(LC_ALL, "");
    if (!isalpha('a') || isdigit('a'))
        reach_error();
}

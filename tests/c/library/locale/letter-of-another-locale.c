// Beyond ASCII, another locale has letters.
// Checked: C11 7.4.1p2; 0xe4 is a letter in de_DE.ISO-8859-1.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <ctype.h>
#include <locale.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setlocale(LC_ALL, "");
    if (isalpha(0xe4))
        reach_error();
}

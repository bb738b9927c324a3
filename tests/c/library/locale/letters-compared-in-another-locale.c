// Beyond ASCII, the locale says which letters are the same but for their case.
// Checked: glibc's strcasecmp uses the tables of the locale; in de_DE.ISO-8859-1 these two are.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <strings.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    setlocale(LC_ALL, "");
    if (strcasecmp("\xe4", "\xc4") == 0)
        reach_error();
}

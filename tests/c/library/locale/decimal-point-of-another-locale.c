// The environment may ask for a locale that writes a decimal comma.
// Checked: C11 7.11.1.1 and 7.21.6.1p8; with LC_ALL=de_DE.UTF-8 glibc writes "1,5".
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char b[20];
    setlocale(LC_ALL, "");
    sprintf(b, "%.1f", 1.5);
    if (b[1] != '.')
        reach_error();
}

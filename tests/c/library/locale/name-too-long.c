// The name of a locale may be longer than this.
// Checked: glibc: with different LC_ variables the sanitizers report the overrun.
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <string.h>
int main(void) { //~ NOT-PROVED
    char name[64];
    char *locale = setlocale(LC_ALL, "");
    if (!locale)
        return 0;
    strcpy(name, locale);
    return 0;
}

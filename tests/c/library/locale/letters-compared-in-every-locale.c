// Letters of ASCII are the same but for their case everywhere.
// Checked: the gcc binary exits with 0.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <locale.h>
#include <strings.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    setlocale(LC_ALL, "");
    if (strcasecmp("aBi", "Abi") != 0 || strncasecmp("xy", "XZ", 1) != 0)
        reach_error();
}

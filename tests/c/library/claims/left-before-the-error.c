// What comes before leaving at once happens.
// Checked: the gcc binary aborts.
//@ property: unreach-call
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <wchar.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    if (putwchar(L'x') == L'x')
        reach_error();
    quick_exit(0);
}

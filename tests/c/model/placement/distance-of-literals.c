// The end of one literal may be another one.
// Checked: C11 6.4.5p7.
//@ engines: auto interp smg hunt template sl horn
#include <stddef.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    const char *s = "hello world";
    const char *w = "world";
    ptrdiff_t d = w-s;
    if (d == 6)
        reach_error();
}

// What alloca gives in a loop's body outlives it.
// Checked: clean under AddressSanitizer.
//@ engines: auto interp smg hunt template sl horn
#include <alloca.h>
int main(void) { //~ NOT-VIOLATED
    char *p = 0;
    for (int i = 0; i < 2; i++) {
        p = alloca(4);
        p[0] = 1;
    }
    return p[0] - 1;
}

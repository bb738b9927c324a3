// Bytes are compared as unsigned characters.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    if (memcmp("\x80", "\x01", 1) < 0)
        reach_error();
    return 0;
}

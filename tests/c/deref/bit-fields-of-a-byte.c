// Bit-fields fill a byte from its low end.
// Checked: the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    unsigned a : 4, b : 4;
};
int main(void) { //~ NOT-VIOLATED
    struct s s = {0};
    s.a = 1;
    s.b = 2;
    unsigned char c;
    memcpy(&c, &s, 1);
    if (c != 0x21)
        reach_error();
    return 0;
}

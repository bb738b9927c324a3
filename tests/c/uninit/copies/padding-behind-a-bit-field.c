// The bits behind a bit-field are not specified.
// Checked: C11 6.2.6.1p6.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    unsigned a : 3;
};
int main(void) { //~ NOT-PROVED
    struct s x = {1};
    unsigned u;
    memcpy(&u, &x, 4);
    if (u != 1)
        reach_error();
    return 0;
}

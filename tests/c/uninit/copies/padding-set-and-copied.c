// memset and memcpy write padding, too.
// Checked: C11 7.24.2.1, 7.24.6.1.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    char c;
    int i;
};
int main(void) { //~ NOT-VIOLATED
    struct s x, y;
    memset(&x, 0, sizeof x);
    memcpy(&y, &x, sizeof x);
    if (memcmp(&x, &y, sizeof x))
        reach_error();
    return 0;
}

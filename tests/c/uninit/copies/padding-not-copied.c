// Padding of two structures that were filled alike may differ.
// Checked: C11 6.2.6.1p6; valgrind reports the comparison.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    char a;
    int b;
};
int main(void) { //~ NOT-PROVED
    struct s x, y;
    x.a = y.a = 1;
    x.b = y.b = 2;
    if (memcmp(&y, &x, sizeof x) != 0)
        reach_error();
    return 0;
}

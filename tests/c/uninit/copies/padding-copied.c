// memcpy copies padding, too.
// Checked: C11 7.24.2.1; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    char a;
    int b;
};
int main(void) { //~ NOT-VIOLATED
    struct s x, y;
    x.a = 1;
    x.b = 2;
    memcpy(&y, &x, sizeof x);
    if (memcmp(&y, &x, sizeof x) != 0)
        reach_error();
    return 0;
}

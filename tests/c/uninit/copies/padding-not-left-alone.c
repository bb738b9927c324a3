// Padding that was there before may be overwritten.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    char c;
    int i;
};
int main(void) { //~ NOT-PROVED
    struct s x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 1, sizeof y);
    y = x;
    unsigned char b[sizeof y];
    memcpy(b, &y, sizeof y);
    if (b[1] == 0)
        reach_error();
    return 0;
}

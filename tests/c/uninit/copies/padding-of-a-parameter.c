// The padding of a structure that is passed is not specified.
// Checked: C11 6.2.6.1p6.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    char c;
    int i;
};
static int f(struct s y) {
    unsigned char *b = (unsigned char *)&y;
    return b[2];
}
int main(void) { //~ NOT-PROVED
    struct s x;
    memset(&x, 0, sizeof x);
    if (f(x))
        reach_error();
    return 0;
}

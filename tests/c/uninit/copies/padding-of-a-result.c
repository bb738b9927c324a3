// The padding of a structure that is returned is not specified.
// Checked: C11 6.2.6.1p6.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
struct s {
    char c;
    int i;
};
static struct s mk(void) {
    struct s x;
    memset(&x, 0, sizeof x);
    return x;
}
int main(void) { //~ NOT-PROVED
    struct s y = mk();
    unsigned char *b = (unsigned char *)&y;
    if (b[2])
        reach_error();
    return 0;
}

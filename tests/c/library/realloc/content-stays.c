// Whether it moves or not, a block keeps what it holds.
// Checked: C11 7.22.3.5; clean under AddressSanitizer and valgrind.
//@ engines: auto interp smg hunt template sl horn
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    char *p = malloc(4);
    if (!p)
        return 0;
    memcpy(p, "abc", 4);
    char *q = realloc(p, 8);
    if (!q) {
        free(p);
        return 0;
    }
    if (q[0] != 'a' || q[3] != 0)
        reach_error();
    free(q);
    return 0;
}

// A compiler that computes it gives -1 where the library gives -2.
// Checked: C11 7.24.4.1p3.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char a[] = "a", c[] = "c";
    if (memcmp(a, c, 1) != -2)
        reach_error();
    return 0;
}

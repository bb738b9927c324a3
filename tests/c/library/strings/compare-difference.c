// How far two strings are apart is not said by the number.
// Checked: C11 7.24.4.2p3; glibc gives -2: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    char a[] = "a", c[] = "c";
    if (strcmp(a, c) != -1)
        reach_error();
    return 0;
}

// What is less is less, also through a function that passes the result on.
// Checked: C11 7.24.4.2p3; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <string.h>
extern void reach_error(void);
static int compare(const char *a, const char *b) {
    return strcmp(a, b);
}
int main(void) { //~ NOT-VIOLATED
    char a[] = "a", c[] = "c";
    if (compare(a, c) >= 0)
        reach_error();
    return 0;
}

// The least number that is free is used again.
// Checked: the gcc binary reaches the error.
//@ engines: auto interp smg hunt template sl horn
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    int a = open("/dev/null", O_RDONLY);
    if (a < 0)
        return 0;
    close(a);
    int b = open("/dev/null", O_RDONLY);
    if (b == a)
        reach_error();
    if (b >= 0)
        close(b);
    return 0;
}

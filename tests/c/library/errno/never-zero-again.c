// No function sets errno to zero.
// Checked: C11 7.5p3.
//@ engines: auto interp smg hunt template sl horn
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    errno = 5;
    FILE *stream = fopen("/dev/null", "r");
    if (stream)
        fclose(stream);
    if (errno == 0)
        reach_error();
    return 0;
}

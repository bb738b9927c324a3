// The status of a command fits into two bytes.
// Checked: POSIX; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <stdlib.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    int status = system("exit 3");
    if (status > 0xffff)
        reach_error();
    return 0;
}

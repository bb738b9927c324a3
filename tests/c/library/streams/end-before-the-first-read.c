// The end of a stream shows when it is read.
// Checked: C11 7.21.10.2.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    FILE *f = tmpfile();
    if (!f)
        return 0;
    if (feof(f))
        reach_error();
    fclose(f);
    return 0;
}

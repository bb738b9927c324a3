// Something may be written to a stream that was opened for writing.
// Checked: the gcc binary aborts.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-PROVED
    FILE *f = fopen("/tmp/zzz1", "w");
    if (!f)
        return 0;
    if (fwrite("x", 1, 1, f))
        reach_error();
    fclose(f);
}

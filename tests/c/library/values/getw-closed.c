// The stream has been closed.
// Checked: POSIX; valgrind reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int getw(FILE *stream);
int main(void) { //~ NOT-PROVED
    FILE *stream = fopen("/dev/zero", "r");
    if (!stream)
        return 0;
    fclose(stream);
    return getw(stream) == 5;
}

// A stream is closed twice.
// Checked: C11 7.21.3p4; valgrind reports the use after free.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    FILE *stream = tmpfile();
    if (!stream)
        return 0;
    fclose(stream);
    fclose(stream);
    return 0;
}

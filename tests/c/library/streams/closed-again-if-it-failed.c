// Also if it fails, the stream is closed.
// Checked: C11 7.21.5.1p2; valgrind reports the use after free with a full disk.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
int main(void) { //~ NOT-PROVED
    FILE *stream = fopen("/dev/full", "w");
    if (!stream)
        return 0;
    fputs("x", stream);
    if (fclose(stream) != 0)
        fclose(stream);
    return 0;
}

// Behind the end of a file comes nothing.
// Checked: C11 7.21.7.1p3; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    FILE *stream = tmpfile();
    if (!stream)
        return 0;
    if (getc(stream) == EOF && feof(stream) && getc(stream) != EOF)
        reach_error();
    fclose(stream);
    return 0;
}

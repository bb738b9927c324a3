// What was written to a temporary file is read again.
// Checked: C11 7.21; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template sl horn
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    FILE *stream = tmpfile();
    if (!stream)
        return 0;
    if (fputc('x', stream) == 'x' && fflush(stream) == 0) {
        rewind(stream);
        int c = getc(stream);
        if (c != EOF && c != 'x')
            reach_error();
    }
    fclose(stream);
    return 0;
}

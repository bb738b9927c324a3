// There is nothing before the beginning of a file.
// Checked: POSIX; the gcc binary exits with 0.
//@ engines: auto interp smg hunt template
#include <stdio.h>
extern void reach_error(void);
int main(void) { //~ NOT-VIOLATED
    FILE *stream = tmpfile();
    if (!stream)
        return 0;
    if (fseek(stream, -1, SEEK_SET) == 0 || fseek(stream, 0, 99) == 0)
        reach_error();
    fclose(stream);
    return 0;
}
